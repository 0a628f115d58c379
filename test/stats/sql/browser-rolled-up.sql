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
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_move_to_prewhere = 0, use_query_condition_cache = 0, optimize_use_implicit_projections = 0
