SELECT
    listed.value AS value,
    listed.pageviews AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    count() OVER () AS total,
    sum(listed.pageviews) OVER () AS total_count
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
        FROM open_day_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (dimension = 'page')
        GROUP BY rolled.value
        UNION ALL
        SELECT
            tally.1 AS value,
            sum(sign * toInt64(tally.2)) AS visitors,
            sum(sign * toInt64(tally.3)) AS pageviews,
            sum(sign * toInt64(tally.4)) AS occurrences
        FROM
        (
            SELECT
                sign,
                arrayJoin(tally_page) AS tally
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    sign,
                    sumIf(events, name != 'engagement') AS day_activity,
                    sumIf(events, name = 'pageview') AS day_pageviews,
                    arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), toUInt64(1), toUInt64(0)), groupArrayIf(page, name = 'pageview'), arrayEnumerateUniq(groupArrayIf(page, name = 'pageview'))) AS tally_page
                FROM
                (
                    SELECT
                        website_id,
                        date,
                        visitor,
                        time,
                        name,
                        hostname,
                        referrer,
                        utm_source,
                        utm_medium,
                        utm_campaign,
                        utm_term,
                        utm_content,
                        click_id,
                        browser,
                        browser_version,
                        operating_system,
                        operating_system_version,
                        device,
                        screen_resolution,
                        language,
                        continent,
                        country,
                        region,
                        city,
                        page,
                        toUInt32(1) AS events,
                        1 AS sign
                    FROM events
                    WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (name != 'engagement')
                    UNION ALL
                    SELECT
                        website_id,
                        date,
                        visitor,
                        time,
                        name,
                        hostname,
                        referrer,
                        utm_source,
                        utm_medium,
                        utm_campaign,
                        utm_term,
                        utm_content,
                        click_id,
                        browser,
                        browser_version,
                        operating_system,
                        operating_system_version,
                        device,
                        screen_resolution,
                        language,
                        continent,
                        country,
                        region,
                        city,
                        page,
                        toUInt32(1) AS events,
                        arrayJoin([1, -1]) AS sign
                    FROM events
                    WHERE (time <= '2026-11-03T11:58:00.000Z') AND (name != 'engagement') AND (website_id = 7) AND (date = '2026-11-03') AND (visitor IN (
                        SELECT visitor
                        FROM events
                        WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (name != 'engagement')
                    ))
                )
                GROUP BY
                    website_id,
                    date,
                    visitor,
                    sign
            )
        )
        GROUP BY value
    ) AS part
    GROUP BY part.value
) AS listed
WHERE listed.pageviews > 0
ORDER BY
    listed.pageviews DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
