"""REST version 1.  Within v1 only additions: no field, route or code ever goes or changes meaning.

One module per resource, each with its representation, its bodies and its
views.  Views find the row the principal may see, ask one service, and answer.
"""
