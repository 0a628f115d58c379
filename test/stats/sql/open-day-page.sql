SELECT
    listed.value AS value,
    listed.pageviews AS count,
    listed.visitors AS visitors,
    listed.pageviews AS pageviews,
    listed.engaged_visitors AS engaged_visitors,
    listed.engagement_ms AS engagement_ms,
    listed.depths AS depths,
    count() OVER () AS total,
    sum(listed.pageviews) OVER () AS total_count
FROM
(
    SELECT
        part.value AS value,
        sum(part.visitors) AS visitors,
        sum(part.pageviews) AS pageviews,
        sum(part.occurrences) AS occurrences,
        sum(part.engaged_visitors) AS engaged_visitors,
        sum(part.engagement_ms) AS engagement_ms,
        sum(part.depths) AS depths
    FROM
    (
        SELECT
            rolled.value AS value,
            toInt64(sumIf(rolled.visitors, dimension = 'page')) AS visitors,
            toInt64(sumIf(rolled.pageviews, dimension = 'page')) AS pageviews,
            toInt64(sumIf(rolled.occurrences, dimension = 'page')) AS occurrences,
            toInt64(sumIf(rolled.visitors, dimension = 'engaged_page')) AS engaged_visitors,
            toInt64(sumIf(rolled.occurrences, dimension = 'engaged_page')) AS engagement_ms,
            toInt64(sumIf(rolled.amount, dimension = 'engaged_page')) AS depths
        FROM open_day_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (dimension IN ('page', 'engaged_page'))
        GROUP BY rolled.value
        UNION ALL
        SELECT
            tally.1 AS value,
            sum(sign * toInt64(tally.2)) AS visitors,
            sum(sign * toInt64(tally.3)) AS pageviews,
            sum(sign * toInt64(tally.4)) AS occurrences,
            sum(sign * toInt64(tally.5)) AS engaged_visitors,
            sum(sign * toInt64(tally.6)) AS engagement_ms,
            sum(sign * toInt64(tally.7)) AS depths
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
                    CAST(arrayMap(own -> ((own[1]).1, countEqual(own.2, 1), countEqual(own.2, 0), arraySum(own.3), arrayMax(own.4)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement')))), arrayEnumerateUniq((arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement'))))).1))), 'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))') AS day_pages,
                    arrayMap(x -> (x.page, toUInt64(x.views > 0), toUInt64(x.views), toUInt64(0), toUInt64(x.engagements > 0), x.engagement_ms, toUInt64(x.scroll_depth)), day_pages) AS tally_page
                FROM
                (
                    SELECT
                        website_id,
                        date,
                        visitor,
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
                        marks,
                        time,
                        page,
                        revenue_amount,
                        revenue_currency,
                        engagement_time_ms,
                        scroll_depth,
                        toUInt32(1) AS events,
                        1 AS sign
                    FROM events
                    WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z')
                    UNION ALL
                    SELECT
                        website_id,
                        date,
                        visitor,
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
                        marks,
                        time,
                        page,
                        revenue_amount,
                        revenue_currency,
                        engagement_time_ms,
                        scroll_depth,
                        toUInt32(1) AS events,
                        arrayJoin([1, -1]) AS sign
                    FROM events
                    WHERE (time <= '2026-11-03T11:58:00.000Z') AND (website_id = 7) AND (date = '2026-11-03') AND (visitor IN (
                        SELECT visitor
                        FROM events
                        WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z')
                    ))
                )
                GROUP BY
                    website_id,
                    date,
                    visitor,
                    sign
            )
            WHERE day_activity > 0
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
