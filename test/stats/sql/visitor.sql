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
        part.value AS value,
        sum(part.visitors) AS visitors,
        sum(part.pageviews) AS pageviews,
        sum(part.occurrences) AS occurrences,
        sum(part.visits) AS visits,
        sum(part.bounces) AS bounces,
        sum(part.visit_ms) AS visit_ms,
        sum(part.engaged_visitors) AS engaged_visitors,
        sum(part.engagement_ms) AS engagement_ms,
        sum(part.depths) AS depths
    FROM
    (
        SELECT
            toString(rolled.date) AS value,
            toInt64(sumIf(rolled.visitors, dimension = 'visitor')) AS visitors,
            toInt64(sumIf(rolled.pageviews, dimension = 'visitor')) AS pageviews,
            toInt64(sumIf(rolled.occurrences, dimension = 'visitor')) AS occurrences,
            toInt64(sumIf(rolled.occurrences, dimension = 'visit')) AS visits,
            toInt64(sumIf(rolled.occurrences, dimension = 'bounce')) AS bounces,
            toInt64(sumIf(rolled.occurrences, dimension = 'visit_ms')) AS visit_ms,
            toInt64(sumIf(rolled.visitors, dimension = 'engaged_day')) AS engaged_visitors,
            toInt64(sumIf(rolled.occurrences, dimension = 'engaged_day')) AS engagement_ms,
            toInt64(sumIf(rolled.amount, dimension = 'engaged_day')) AS depths
        FROM rollup_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (dimension IN ['visitor', 'visit', 'bounce', 'visit_ms', 'engaged_day'])
        GROUP BY value
        UNION ALL
        SELECT
            tally.1 AS value,
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
    ) AS part
    GROUP BY part.value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
