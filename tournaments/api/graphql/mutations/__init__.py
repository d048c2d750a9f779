"""What can be done: one function of the services per mutation.

Like ``If-Match`` in REST, ``expectedVersion`` says which version the caller has
seen; a change or deletion must say it, an action may.
"""

from __future__ import annotations

import graphene

from .entries import EntryMutations
from .pairing import PairingMutations
from .results import ResultMutations


class Mutation(EntryMutations, ResultMutations, PairingMutations, graphene.ObjectType):
    """What you may do; each field is one change of its own."""
