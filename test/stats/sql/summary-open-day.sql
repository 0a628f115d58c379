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
    FROM open_day_values AS rolled
    WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (dimension IN ('visit', 'bounce', 'visit_ms', 'engaged_day'))
    UNION ALL
    SELECT
        sum(sign) AS visitors,
        sum(sign * toInt64(day_pageviews)) AS pageviews,
        sum(sign * toInt64(day_visits)) AS visits,
        sum(sign * toInt64(day_bounces)) AS bounces,
        sum(sign * toInt64(day_visit_ms)) AS visit_ms,
        sum(sign * toInt64(day_engagements > 0)) AS engaged_visitors,
        sum(sign * toInt64(day_engagement_ms)) AS engagement_ms,
        sum(sign * toInt64(day_scroll_depth)) AS depths
    FROM
    (
        SELECT
            website_id,
            date,
            visitor,
            sign,
            sumIf(events, name != 'engagement') AS day_activity,
            sumIf(events, name = 'pageview') AS day_pageviews,
            length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
            arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
            toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
            countIf(name = 'engagement') AS day_engagements,
            sumIf(toUInt64(engagement_time_ms), name = 'engagement') AS day_engagement_ms,
            maxIf(scroll_depth, name = 'engagement') AS day_scroll_depth,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(day_visits), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visit,
            if(day_engagements = 0, [], [('', toUInt64(1), toUInt64(0), day_engagement_ms, toDecimal128(day_scroll_depth, 3))]) AS tally_engaged_day
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
) AS part
SETTINGS max_block_size = 8192, optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
