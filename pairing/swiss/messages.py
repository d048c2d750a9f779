"""English sentences for what the Swiss systems refuse or give notice of."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    "edition.unknown": "there is no edition {edition} of the rules; known are: {known}",
    "prohibition.gave_way": "could not be kept apart as wished: {pairs}",
    "round.no_active_players": "nobody to pair in round {round}: {active} present",
    "round.none_left": "all {rounds} rounds are paired already",
    "round.results_missing": "results are missing: {boards}",
    "why.bracket_too_large": "a bracket of {size} players; {most} are the most for this question",
    "why.no_bye": "nobody has the bye: {players} players are an even number",
    "why.not_present": "number {number} is not paired in this round",
    "why.same_player": "number {number} cannot meet itself",
}
