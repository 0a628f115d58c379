SELECT
    listed.value AS value,
    listed.entered AS entered,
    listed.completed AS completed,
    floor(((listed.completed / listed.entered) * 10000.) + 0.5) / 10000. AS conversion_rate,
    listed.steps AS steps,
    count() OVER () AS total
FROM
(
    SELECT
        toString(toMonday(toDateOrZero(tally.1))) AS value,
        [sumIf(tally.2, tally_reached >= 1), sumIf(tally.2, tally_reached >= 2)] AS steps,
        steps[1] AS entered,
        steps[-1] AS completed
    FROM
    (
        SELECT
            tally_reached,
            arrayJoin(tally_visitor) AS tally
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
                arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
                toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
                arrayMap(masks -> toUInt8(arrayCount(left -> (left > 0), arrayFold((lefts, nth) -> arrayPushBack(lefts, toUInt32(arrayFirst((left, mask) -> ((left < (lefts[-1])) AND bitTest(mask, nth)), arrayReverse(arrayEnumerate(masks)), masks))), range(2), [toUInt32(length(masks) + 1)])) - 1), [tupleElement(arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name, toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup'))))), (name != 'engagement') AND (toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup')))) != 0))), -(1))])[1] AS day_reached,
                [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visitor,
                day_reached AS tally_reached
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (tally_reached > 0) AND true
    )
    GROUP BY value
    HAVING entered > 0
) AS listed
WHERE true
ORDER BY
    listed.completed / listed.entered DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
