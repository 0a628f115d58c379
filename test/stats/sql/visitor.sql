SELECT
    listed.value AS value,
    listed.visitors AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    count() OVER () AS total,
    sum(listed.visitors) OVER () AS total_count
FROM
(
    SELECT
        part.value AS value,
        sum(part.visitors) AS visitors,
        sum(part.pageviews) AS pageviews,
        sum(part.occurrences) AS occurrences
    FROM
    (
        SELECT
            rolled.value AS value,
            toInt64(sum(rolled.visitors)) AS visitors,
            toInt64(sum(rolled.pageviews)) AS pageviews,
            toInt64(sum(rolled.occurrences)) AS occurrences
        FROM rollup_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (dimension = 'visitor')
        GROUP BY rolled.value
        UNION ALL
        SELECT
            tally.1 AS value,
            toInt64(sum(tally.2)) AS visitors,
            toInt64(sum(tally.3)) AS pageviews,
            toInt64(sum(tally.4)) AS occurrences
        FROM
        (
            SELECT arrayJoin(tally_visitor) AS tally
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    count() AS day_events,
                    countIf(name != 'engagement') AS day_activity,
                    countIf(name = 'pageview') AS day_pageviews,
                    [(toString(date), toUInt64(1), day_pageviews, toUInt64(0))] AS tally_visitor
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
    ) AS part
    GROUP BY part.value
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
