"""When two players of a double elimination can meet again, found from the structure alone."""

from pairing.knockout.state import structure_of
from pairing.knockout.structure import Section, SourceKind


def earliest_rematch(knockout):
    """First round of the losers' bracket that may join two who met in the winners' bracket.

    For each match of the winners' bracket its loser can be in certain matches
    of the losers' bracket; two losers have met if the match of one lies on the
    way of the other there.  ``None`` if the losers' bracket has no such round.
    """
    structure = structure_of(knockout)
    below = {}
    for match in structure.matches:
        if match.section is Section.MAIN:
            feeders = {source.match for source in match.sources if source.match}
            below[match.id] = feeders.union(*(below[feeder] for feeder in feeders))
    comers = {}
    for match in structure.matches:
        if match.section is not Section.LOSERS:
            continue
        sides = [
            {source.match} if source.kind is SourceKind.LOSER else comers[source.match]
            for source in match.sources
        ]
        upper, lower = sides
        if any(one in below[other] or other in below[one] for one in upper for other in lower):
            return match.round
        comers[match.id] = upper | lower
    return None
