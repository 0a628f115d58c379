SELECT
    listed.value AS value,
    listed.pageviews AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.visits AS visits,
    listed.bounces AS bounces,
    listed.visit_ms AS visit_ms,
    count() OVER () AS total,
    sum(listed.pageviews) OVER () AS total_count
FROM
(
    SELECT
        tally.1 AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences,
        toInt64(sum(tally.5)) AS visits,
        toInt64(sum(tally.6)) AS bounces,
        toInt64(sum(tally.7)) AS visit_ms
    FROM
    (
        SELECT arrayJoin(tally_pageview) AS tally
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                groupUniqArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name != 'engagement') AS day_active,
                groupArrayIf(intDiv((toUnixTimestamp(time) + 3600), 3600), name = 'pageview') AS day_viewed,
                arrayMap(visit -> (intDiv((intDiv(visit.1, 1000) + 3600), 3600), visit.2, visit.3), arrayMap(visit -> (visit[1], ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), (visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_begun,
                arrayMap(x -> (formatDateTime(toDateTime(x * 3600, 'UTC'), '%Y-%m-%dT%H:00'), toUInt64(1), countEqual(day_viewed, x), toUInt64(0), countEqual(day_begun.1, x), toUInt64(arraySum((arrayFilter(visit -> ((visit.1) = x), day_begun)).2)), toUInt64(arraySum((arrayFilter(visit -> ((visit.1) = x), day_begun)).3))), day_active) AS tally_pageview
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement') AND true
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND true
    )
    GROUP BY value
) AS listed
WHERE listed.pageviews > 0
ORDER BY
    listed.pageviews DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
