SELECT
    listed.value AS value,
    listed.visitors AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.visits AS visits,
    listed.bounces AS bounces,
    listed.visit_ms AS visit_ms,
    listed.engaged_visitors AS engaged_visitors,
    listed.engagement_ms AS engagement_ms,
    listed.depths AS depths,
    count() OVER () AS total,
    sum(listed.visitors) OVER () AS total_count
FROM
(
    SELECT
        toString(toMonday(toDateOrZero(tally.1))) AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences,
        toInt64(sum(tally.5)) AS visits,
        toInt64(sum(tally.6)) AS bounces,
        toInt64(sum(tally.7)) AS visit_ms,
        toInt64(sum(tally.8)) AS engaged_visitors,
        toInt64(sum(tally.9)) AS engagement_ms,
        toInt64(sum(tally.10)) AS depths
    FROM
    (
        SELECT arrayJoin(arrayConcat(arrayMap(x -> (x.1, x.2, x.3, x.4, x.5, x.6, x.7, 0, 0, 0), tally_visitor), arrayMap(x -> (toString(date), 0, 0, 0, 0, 0, 0, x.2, x.4, toUInt64(x.5)), tally_engaged_day))) AS tally
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
                countIf(name = 'engagement') AS day_engagements,
                sumIf(toUInt64(engagement_time_ms), name = 'engagement') AS day_engagement_ms,
                maxIf(scroll_depth, name = 'engagement') AS day_scroll_depth,
                [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visitor,
                if(day_engagements = 0, [], [('', toUInt64(1), toUInt64(0), day_engagement_ms, toDecimal128(day_scroll_depth, 3))]) AS tally_engaged_day
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02'])
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND true
    )
    GROUP BY value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
