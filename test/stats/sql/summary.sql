SELECT
    sum(part.visitors) AS visitors,
    sum(part.pageviews) AS pageviews,
    sum(part.visits) AS visits,
    sum(part.bounces) AS bounces,
    sum(part.visit_ms) AS visit_ms,
    sum(part.engaged_visitors) AS engaged_visitors,
    sum(part.engagement_ms) AS engagement_ms,
    sum(part.depths) AS depths
FROM
(
    SELECT
        toInt64(sumIf(rolled.visitors, dimension = 'visit')) AS visitors,
        toInt64(sumIf(rolled.pageviews, dimension = 'visit')) AS pageviews,
        toInt64(sumIf(occurrences, dimension = 'visit')) AS visits,
        toInt64(sumIf(occurrences, dimension = 'bounce')) AS bounces,
        toInt64(sumIf(occurrences, dimension = 'visit_ms')) AS visit_ms,
        toInt64(sumIf(rolled.visitors, dimension = 'engaged_day')) AS engaged_visitors,
        toInt64(sumIf(occurrences, dimension = 'engaged_day')) AS engagement_ms,
        toInt64(sumIf(amount, dimension = 'engaged_day')) AS depths
    FROM rollup_values AS rolled
    WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (dimension IN ('visit', 'bounce', 'visit_ms', 'engaged_day'))
    UNION ALL
    SELECT
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(sum(day_visits)) AS visits,
        toInt64(sum(day_bounces)) AS bounces,
        toInt64(sum(day_visit_ms)) AS visit_ms,
        toInt64(countIf(day_engagements > 0)) AS engaged_visitors,
        toInt64(sum(day_engagement_ms)) AS engagement_ms,
        toInt64(sum(day_scroll_depth)) AS depths
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
            maxIf(scroll_depth, name = 'engagement') AS day_scroll_depth
        FROM events
        WHERE (website_id = 7) AND (date IN ['2026-11-02'])
        GROUP BY
            website_id,
            date,
            visitor
    )
    WHERE (day_activity > 0) AND true
) AS part
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
