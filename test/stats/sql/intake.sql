SELECT
    date,
    'accepted' AS fate,
    count() AS events
FROM events
WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-03')
GROUP BY date
UNION ALL
SELECT
    date,
    if(gone = 1, 'gone', 'leaving') AS fate,
    sum(archived.events) AS events
FROM
(
    SELECT
        website_id,
        date,
        rollup_id,
        max(archived_rollups.events) AS events,
        max(archived_rollups.gone) AS gone
    FROM archived_rollups
    WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-03') AND (archived_rollups.gone < 2)
    GROUP BY
        website_id,
        date,
        rollup_id
) AS archived
GROUP BY
    date,
    fate
UNION ALL
SELECT
    date,
    toString(reason) AS fate,
    sum(count) AS events
FROM drops
WHERE (website_id = 7) AND (date >= '2026-11-01') AND (date <= '2026-11-03')
GROUP BY
    date,
    reason
