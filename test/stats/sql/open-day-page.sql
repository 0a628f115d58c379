SELECT
    value,
    pageviews AS count,
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
        FROM open_day_values
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (dimension = 'page')
        UNION ALL
        SELECT
            tally.1 AS tallied_value,
            sum(sign * toInt64(tally.2)) AS value_visitors,
            sum(sign * toInt64(tally.3)) AS value_pageviews,
            sum(sign * toInt64(tally.4)) AS value_occurrences
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
