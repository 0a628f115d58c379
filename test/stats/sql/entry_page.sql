SELECT
    listed.value AS value,
    listed.occurrences AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.visits AS visits,
    listed.bounces AS bounces,
    listed.visit_ms AS visit_ms,
    count() OVER () AS total,
    sum(listed.occurrences) OVER () AS total_count
FROM
(
    SELECT
        toString(tally.1) AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences,
        toInt64(sum(tally.5)) AS visits,
        toInt64(sum(tally.6)) AS bounces,
        toInt64(sum(tally.7)) AS visit_ms
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
                CAST(arrayFilter(visit -> ((visit.3) > 0), arrayMap(visit -> ((arrayFirst(event -> (event.2), visit)).3, (arrayLast(event -> (event.2), visit)).3, arrayCount(event -> (event.2), visit), (length(visit) = 1) AND ((visit[1]).2), ((visit[-1]).1) - ((visit[1]).1)), arraySplit((event, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement')), arrayDifference((arraySort(groupArrayIf((toUnixTimestamp64Milli(time), name = 'pageview', page), name != 'engagement'))).1)))), 'Array(Tuple(entry_page String, exit_page String, views UInt32, bounces UInt8, ms UInt64))') AS day_visit_pages,
                arrayMap((page, views, bounces, ms, nth) -> (toString(page), toUInt64(nth = 1), toUInt64(views), toUInt64(1), toUInt64(1), toUInt64(bounces), toUInt64(ms)), day_visit_pages.entry_page, day_visit_pages.views, day_visit_pages.bounces, day_visit_pages.ms, arrayEnumerateUniq(day_visit_pages.entry_page)) AS tally_entry_page
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND true
    )
    GROUP BY tally.1
) AS listed
WHERE listed.occurrences > 0
ORDER BY
    listed.occurrences DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
