SELECT
    value,
    visitors AS count,
    visitors,
    pageviews,
    count() OVER () AS total,
    sum(count) OVER () AS total_count
FROM
(
    SELECT
        tallied_value AS value,
        sum(value_visitors) AS visitors,
        sum(value_pageviews) AS pageviews,
        sum(value_occurrences) AS occurrences
    FROM
    (
        SELECT
            value AS tallied_value,
            toInt64(visitors) AS value_visitors,
            toInt64(pageviews) AS value_pageviews,
            toInt64(occurrences) AS value_occurrences
        FROM rollup_values
        WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-01') AND (rollup_id IN ['01900000-0000-7000-8000-000000000001']) AND (dimension = 'visitor')
        UNION ALL
        SELECT
            tally.1 AS tallied_value,
            toInt64(sum(tally.2)) AS value_visitors,
            toInt64(sum(tally.3)) AS value_pageviews,
            toInt64(sum(tally.4)) AS value_occurrences
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
        GROUP BY tallied_value
    )
    GROUP BY value
)
WHERE count > 0
ORDER BY
    count DESC,
    value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, use_index_for_in_with_subqueries = 0
