"""Matchings against exhaustive search on small random graphs."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.assignment import Assignment
from pairing.matching import cheapest_perfect_matching, maximum_matching, perfect_matching


@st.composite
def graphs(draw, sizes=(0, 2, 4, 6, 8, 10), largest=6):
    """Symmetric cost matrices, some edges missing."""
    size = draw(st.sampled_from(sizes))
    matrix = [[None] * size for _ in range(size)]
    costs = st.one_of(st.none(), st.integers(-largest, largest))
    for one in range(size):
        for other in range(one):
            matrix[one][other] = matrix[other][one] = draw(costs)
    return matrix


def cheapest_by_search(matrix):
    size = len(matrix)

    @cache
    def cost(used):
        free = [vertex for vertex in range(size) if not used >> vertex & 1]
        if not free:
            return 0
        one = free[0]
        totals = [
            matrix[one][other] + rest
            for other in free[1:]
            if matrix[one][other] is not None
            and (rest := cost(used | 1 << one | 1 << other)) is not None
        ]
        return min(totals, default=None)

    return cost(0)


def rows(matrix):
    return [sum(1 << other for other, cost in enumerate(row) if cost is not None) for row in matrix]


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_cheapest_perfect_matching_is_the_cheapest(matrix):
    expected = cheapest_by_search(matrix)
    mates = cheapest_perfect_matching(matrix)
    if expected is None:
        assert mates is None
        return
    assert all(mates[mates[vertex]] == vertex != mates[vertex] for vertex in range(len(matrix)))
    assert sum(matrix[vertex][mate] for vertex, mate in enumerate(mates)) == 2 * expected


@settings(max_examples=100, deadline=None)
@given(graphs(largest=10**40))
def test_costs_may_have_any_number_of_digits(matrix):
    mates = cheapest_perfect_matching(matrix)
    total = None if mates is None else sum(matrix[v][mate] for v, mate in enumerate(mates)) // 2
    assert total == cheapest_by_search(matrix)


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_a_perfect_matching_is_found_exactly_where_there_is_one(matrix):
    mates = perfect_matching(rows(matrix))
    assert (mates is None) == (cheapest_by_search(matrix) is None)
    if mates is not None:
        assert all(mates[mate] == vertex for vertex, mate in enumerate(mates))
        assert all(matrix[vertex][mate] is not None for vertex, mate in enumerate(mates))


def largest_by_search(neighbours, without=None):
    size = len(neighbours)

    @cache
    def pairs(used):
        free = [vertex for vertex in range(size) if not used >> vertex & 1]
        if not free:
            return 0
        one = free[0]
        best = pairs(used | 1 << one)
        for other in free[1:]:
            if neighbours[one] >> other & 1:
                best = max(best, 1 + pairs(used | 1 << one | 1 << other))
        return best

    return pairs(0 if without is None else 1 << without)


@settings(max_examples=200, deadline=None)
@given(graphs(sizes=(1, 3, 4, 5, 7, 8)))
def test_maximum_matching_and_who_can_be_left_out(matrix):
    neighbours = rows(matrix)
    mates, inessential = maximum_matching(neighbours)
    largest = largest_by_search(neighbours)
    assert sum(mate >= 0 for mate in mates) == 2 * largest
    for vertex in range(len(neighbours)):
        spare = largest_by_search(neighbours, without=vertex) == largest
        assert bool(inessential >> vertex & 1) == spare


@settings(max_examples=300, deadline=None)
@given(graphs(sizes=(4, 6, 8)), st.data())
def test_an_assignment_takes_a_wish_exactly_if_the_rest_can_still_be_matched(matrix, data):
    neighbours = rows(matrix)
    half = len(matrix) // 2
    right = ((1 << len(matrix)) - 1) & ~((1 << half) - 1)
    assignment = Assignment(neighbours, range(half), right)
    possible = bipartite_by_search(neighbours, half, {})
    assert (assignment.complete() == []) == possible
    if not possible:
        return
    left = data.draw(st.integers(0, half - 1))
    wishes = [v for v in range(half, len(matrix)) if neighbours[left] >> v & 1]
    wish = data.draw(st.sampled_from(wishes))
    before = dict(assignment.partner)
    taken = assignment.prefer(left, wish)
    assert taken == bipartite_by_search(neighbours, half, {left: wish})
    assert assignment.partner[left] == (wish if taken else before[left])
    assert sorted(assignment.partner) == list(range(half))
    assert len(set(assignment.partner.values())) == half
    if not taken:
        assert assignment.partner == before


def bipartite_by_search(neighbours, half, fixed):
    def extend(left, used):
        if left == half:
            return True
        choices = [fixed[left]] if left in fixed else range(half, len(neighbours))
        return any(
            neighbours[left] >> right & 1
            and not used >> right & 1
            and extend(left + 1, used | 1 << right)
            for right in choices
        )

    return extend(0, 0)
