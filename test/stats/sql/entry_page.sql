SELECT
    listed.value AS value,
    listed.occurrences AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    count() OVER () AS total,
    sum(listed.occurrences) OVER () AS total_count
FROM
(
    SELECT
        tally.1 AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences
    FROM
    (
        SELECT arrayJoin(tally_entry_page) AS tally
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                arrayMap((x, nth) -> (x.1, toUInt64(nth = 1), toUInt64(x.2), toUInt64(1)), arrayFilter(x -> ((x.1) != ''), arrayMap(visit -> ((arrayFirst(event -> (event.2), visit)).3, arrayCount(event -> (event.2), visit)), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement')), arrayDifference((arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement'))).1)))), arrayEnumerateUniq((arrayFilter(x -> ((x.1) != ''), arrayMap(visit -> ((arrayFirst(event -> (event.2), visit)).3, arrayCount(event -> (event.2), visit)), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement')), arrayDifference((arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement'))).1))))).1)) AS tally_entry_page
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE true
    )
    GROUP BY value
) AS listed
WHERE listed.occurrences > 0
ORDER BY
    listed.occurrences DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
