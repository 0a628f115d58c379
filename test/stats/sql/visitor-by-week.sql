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
        toString(toMonday(toDateOrZero(toString(total.date)))) AS value,
        sum(total.visits) AS occurrences,
        sum(total.visitors) AS visitors,
        sum(total.pageviews) AS pageviews,
        sum(total.visits) AS visits,
        sum(total.bounces) AS bounces,
        sum(total.visit_ms) AS visit_ms,
        sum(total.engaged_visitors) AS engaged_visitors,
        sum(total.engagement_ms) AS engagement_ms,
        sum(total.depths) AS depths
    FROM
    (
        SELECT
            date,
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
        GROUP BY date
    ) AS total
    GROUP BY value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
