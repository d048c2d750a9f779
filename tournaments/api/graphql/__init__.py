"""The GraphQL door: the same services, selectors, permissions and codes as REST.

* ``view`` takes the request, ``execution`` parses, bounds, validates and runs it.
* ``limits`` bounds a document before it runs: depth, aliases, and a cost that
  multiplies the sizes of nested lists.  The cost is answered in ``extensions``.
* ``batches`` loads what is below a list for all its rows at once, so the number
  of queries depends on the document and never on how many rows there are.
* ``connections`` pages lists by signed cursors.
* ``types`` are what can be read, ``mutations`` what can be done.

Visibility is decided where rows are loaded, by ``visible_to`` of their
querysets, in roots and in nested lists alike; a ``get_queryset`` of a type
would make every foreign key a query of its own, so no type has one.  What is
hidden is null, as if it were not there, and is not counted.

Standings and crosstables are fields of the root: each is computed from a whole
tournament and cannot be loaded for many at once.
"""
