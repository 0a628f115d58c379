SELECT
    listed.value AS value,
    listed.visitors AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.visits AS visits,
    listed.bounces AS bounces,
    listed.visit_ms AS visit_ms,
    count() OVER () AS total,
    sum(listed.visitors) OVER () AS total_count
FROM
(
    SELECT
        toString(own) AS value,
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(0) AS occurrences,
        toInt64(sum(day_visits)) AS visits,
        toInt64(sum(day_bounces)) AS bounces,
        toInt64(sum(day_visit_ms)) AS visit_ms
    FROM
    (
        SELECT
            day_pageviews,
            day_visits,
            day_bounces,
            day_visit_ms,
            tally_own
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
                arrayConcat(arrayMap(step -> concat('Checkout', ':', toString(step)), range(1, (arrayMap(masks -> toUInt8(arrayCount(left -> (left > 0), arrayFold((lefts, nth) -> arrayPushBack(lefts, toUInt32(arrayFirst((left, mask) -> ((left < (lefts[-1])) AND bitTest(mask, nth)), arrayReverse(arrayEnumerate(masks)), masks))), range(2), [toUInt32(length(masks) + 1)])) - 1), [tupleElement(arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name != 'pageview', page, name, toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup'))))), (name != 'engagement') AND (toUInt8((1 * ((name = 'pageview') AND startsWith(page, '/pricing'))) + (2 * ((name NOT IN ('pageview', 'engagement')) AND (name = 'Signup')))) != 0))), -(1))])[1]) + 1))) AS day_funnel,
                arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
                day_funnel AS tally_filter_funnel,
                day_browser AS tally_own
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND arrayExists(x -> has(['Checkout:2'], x), tally_filter_funnel)
    )
    ARRAY JOIN tally_own AS own
    GROUP BY own
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
