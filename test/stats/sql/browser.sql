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
        part.value AS value,
        sum(part.visitors) AS visitors,
        sum(part.pageviews) AS pageviews,
        sum(part.occurrences) AS occurrences,
        sum(part.visits) AS visits,
        sum(part.bounces) AS bounces,
        sum(part.visit_ms) AS visit_ms
    FROM
    (
        SELECT
            rolled.value AS value,
            toInt64(sum(rolled.visitors)) AS visitors,
            toInt64(sum(rolled.pageviews)) AS pageviews,
            toInt64(sum(rolled.occurrences)) AS occurrences,
            toInt64(sum(rolled.visits)) AS visits,
            toInt64(sum(rolled.bounces)) AS bounces,
            toInt64(sum(rolled.visit_ms)) AS visit_ms
        FROM rollup_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (dimension = 'browser')
        GROUP BY rolled.value
        UNION ALL
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
                    arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
                    day_browser AS tally_own
                FROM events
                WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
                GROUP BY
                    website_id,
                    date,
                    visitor
            )
            WHERE (day_activity > 0) AND true
        )
        ARRAY JOIN tally_own AS own
        GROUP BY own
    ) AS part
    GROUP BY part.value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
