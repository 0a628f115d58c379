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
        FROM open_day_values AS rolled
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (dimension = 'browser')
        GROUP BY rolled.value
        UNION ALL
        SELECT
            tally.1 AS value,
            sum(sign * toInt64(tally.2)) AS visitors,
            sum(sign * toInt64(tally.3)) AS pageviews,
            sum(sign * toInt64(tally.4)) AS occurrences,
            sum(sign * toInt64(tally.5)) AS visits,
            sum(sign * toInt64(tally.6)) AS bounces,
            sum(sign * toInt64(tally.7)) AS visit_ms
        FROM
        (
            SELECT
                sign,
                arrayJoin(tally_browser) AS tally
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    sign,
                    sumIf(events, name != 'engagement') AS day_activity,
                    sumIf(events, name = 'pageview') AS day_pageviews,
                    arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
                    length(arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1)))) AS day_visits,
                    arrayCount(parts -> ((length(parts) = 1) AND ((parts[1]).2)), arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1)))) AS day_bounces,
                    toUInt64(arraySum(parts -> ((((parts[-1]).1) + ((parts[-1]).3)) - ((parts[1]).1)), arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1))))) AS day_visit_ms,
                    arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_browser) AS tally_browser
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
                        toUInt32(1) AS events,
                        if(name = 'engagement', [], [(toUnixTimestamp64Milli(time), toUInt8(name = 'pageview'), toInt64(0))]) AS visits,
                        1 AS sign
                    FROM events
                    WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (name != 'engagement')
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
                        events,
                        visits,
                        arrayJoin([1, -1]) AS sign
                    FROM open_day_visitors
                    WHERE (increment IN ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003']) AND (website_id = 7) AND (date = '2026-11-03') AND (visitor IN (
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
            WHERE day_activity > 0
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
