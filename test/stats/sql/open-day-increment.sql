INSERT INTO open_day_values (website_id, dimension, date, value, visitors, pageviews, occurrences, amount, visits, bounces, visit_ms, increment, generation)
SETTINGS max_threads = 1, max_block_size = 1024, temporary_files_buffer_size = 65536, use_index_for_in_with_subqueries = 0
SELECT
    website_id,
    entry.1 AS dimension,
    date,
    entry.2 AS value,
    sum(sign * toInt64(entry.3)) AS visitors,
    sum(sign * toInt64(entry.4)) AS pageviews,
    sum(sign * toInt64(entry.5)) AS occurrences,
    sum(sign * (entry.6)) AS amount,
    sum(sign * toInt64(entry.7)) AS visits,
    sum(sign * toInt64(entry.8)) AS bounces,
    sum(sign * toInt64(entry.9)) AS visit_ms,
    '01900000-0000-7000-8000-000000000004' AS increment,
    '01900000-0000-7000-8000-000000000002' AS generation
FROM
(
    SELECT
        website_id,
        date,
        sign,
        arrayJoin(arrayConcat(arrayMap(x -> ('browser', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_browser), arrayMap(x -> ('browser_version', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_browser_version), arrayMap(x -> ('campaign', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_campaign), arrayMap(x -> ('channel', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_channel), arrayMap(x -> ('city', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_city), arrayMap(x -> ('continent', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_continent), arrayMap(x -> ('country', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_country), arrayMap(x -> ('device', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_device), arrayMap(x -> ('event', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_event), arrayMap(x -> ('hostname', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_hostname), arrayMap(x -> ('language', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_language), arrayMap(x -> ('mark', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_mark), arrayMap(x -> ('operating_system', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_operating_system), arrayMap(x -> ('operating_system_version', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_operating_system_version), arrayMap(x -> ('pageview', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_pageview), arrayMap(x -> ('referrer', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_referrer), arrayMap(x -> ('region', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_region), arrayMap(x -> ('screen_resolution', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_screen_resolution), arrayMap(x -> ('source', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_source), arrayMap(x -> ('utm_content', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_content), arrayMap(x -> ('utm_medium', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_medium), arrayMap(x -> ('utm_source', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_source), arrayMap(x -> ('utm_term', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_utm_term), arrayMap(x -> ('visit', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visit), arrayMap(x -> ('visitor', x.1, x.2, x.3, x.4, toDecimal128(0, 3), x.5, x.6, x.7), tally_visitor), arrayMap(x -> ('bounce', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_bounce), arrayMap(x -> ('visit_ms', x.1, x.2, x.3, x.4, toDecimal128(0, 3), toUInt64(0), toUInt64(0), toUInt64(0)), tally_visit_ms))) AS entry
    FROM
    (
        SELECT
            website_id,
            date,
            visitor,
            sign,
            sumIf(events, name != 'engagement') AS day_activity,
            sumIf(events, name = 'pageview') AS day_pageviews,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(groupUniqArrayIf((browser, if(browser_version = '', '', concat(browser, ' ', browser_version)), utm_campaign, arrayElement(['Paid', 'E-mail', 'AI', 'Social', 'Search', '… 1 more'], least(least(multiIf(utm_medium = '', 7, match(lower(utm_medium), '(?:^|[^a-z])(?:ads|affiliate|banner|cp[acmv]|display|paid|pp… 34 more'), 1, match(lower(utm_medium), '(?:^|[^a-z])(?:e?mail|newsletter)'), 2, match(lower(utm_medium), '(?:^|[^a-z])(?:social)'), 4, match(lower(utm_medium), '(?:^|[^a-z])(?:organic)'), 5, 6), transform(click_id, ['', 'dclid', 'epik', 'gad_campaignid', 'gad_source', '… 22 more'], [7, 1, 1, 1, 1, '… 22 more'], 6)), least(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['', 'criteo', 'criteo.com', 'google ads', 'doubleclick.net', '… 410 more'], [17, 1, 1, 1, 1, '… 410 more'], 16), 10 + transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['', 'criteo', 'criteo.com', 'google ads', 'doubleclick.net', '… 402 more'], [7, 1, 1, 1, 1, '… 402 more'], 6)) % 10)), if(city = '', '', concat(city, if(region = '', '', concat(', ', region)), if(country = '', '', concat(', ', country)))), continent, country, device, hostname, language, marks, operating_system, if(operating_system_version = '', '', concat(operating_system, ' ', operating_system_version)), referrer, if(region = '', '', concat(region, if(country = '', '', concat(', ', country)))), screen_resolution, if(utm_source = '', transform(replaceRegexpOne(referrer, '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more']), coalesce(transform(replaceRegexpOne(lower(utm_source), '^(?:.*\\.)?(criteo\\.com|doubleclick\\.net|googlesyndication\\.c… 1159 more', '\\1\\2'), ['criteo', 'criteo.com', 'google ads', 'doubleclick.net', 'googlesyndication.com', '… 401 more'], ['Criteo', 'Criteo', 'Google Ads', 'Google Ads', 'Google Ads', '… 401 more'], NULL), utm_source)), utm_content, utm_medium, utm_source, utm_term), name != 'engagement') AS day_values, 1))))) AS day_browser,
            length(arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1)))) AS day_visits,
            arrayCount(parts -> ((length(parts) = 1) AND ((parts[1]).2)), arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1)))) AS day_bounces,
            toUInt64(arraySum(parts -> ((((parts[-1]).1) + ((parts[-1]).3)) - ((parts[1]).1)), arraySplit((visit, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayArray(visits)), arrayMap((visit, end_ms) -> ((visit.1) - end_ms), arraySort(groupArrayArray(visits)), arrayRotateRight(arrayMap(visit -> ((visit.1) + (visit.3)), arraySort(groupArrayArray(visits))), 1))))) AS day_visit_ms,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 2))))) AS day_browser_version,
            arrayMap(x -> toString(x), arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 3)))) AS day_campaign,
            arrayMap(x -> if(x = '', 'Direct', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 4))))) AS day_channel,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 5))))) AS day_city,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(arrayMap(x -> transform(x, ['AF', 'AN', 'AS', 'EU', 'NA', '… 2 more'], ['Africa', 'Antarctica', 'Asia', 'Europe', 'North America', '… 2 more'], ''), arrayDistinct(tupleElement(day_values, 6))))))) AS day_continent,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(arrayMap(x -> transform(x, ['AC', 'AD', 'AE', 'AF', 'AG', '… 247 more'], ['Ascension Island', 'Andorra', 'United Arab Emirates', 'Afghanistan', 'Antigua & Barbuda', '… 247 more'], ''), arrayDistinct(tupleElement(day_values, 7))))))) AS day_country,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 8))))) AS day_device,
            CAST(arrayZip((sumMapIf([toString(name)], [toUInt64(events)], (name NOT IN ('pageview', 'engagement')))).1, (sumMapIf([toString(name)], [toUInt64(events)], (name NOT IN ('pageview', 'engagement')))).2), 'Array(Tuple(name String, events UInt32))') AS day_custom_events,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 9))))) AS day_hostname,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(arrayMap(x -> transform(x, ['aa', 'ab', 'ae', 'af', 'ak', '… 629 more'], ['Afar', 'Abkhazian', 'Avestan', 'Afrikaans', 'Akan', '… 629 more'], ''), arrayDistinct(tupleElement(day_values, 10))))))) AS day_language,
            arrayMap(x -> if(x = '', '(none)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(arrayFlatten(arrayMap(x -> splitByChar(',', toString(x)), arrayDistinct(tupleElement(day_values, 11)))))))) AS day_mark,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 12))))) AS day_operating_system,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 13))))) AS day_operating_system_version,
            arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 14))))) AS day_referrer,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 15))))) AS day_region,
            arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 16))))) AS day_screen_resolution,
            arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 17))))) AS day_source,
            arrayMap(x -> toString(x), arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 18)))) AS day_utm_content,
            arrayMap(x -> toString(x), arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 19)))) AS day_utm_medium,
            arrayMap(x -> toString(x), arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 20)))) AS day_utm_source,
            arrayMap(x -> toString(x), arrayFilter(x -> (x != ''), arrayDistinct(tupleElement(day_values, 21)))) AS day_utm_term,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_browser) AS tally_browser,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_browser_version) AS tally_browser_version,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_campaign) AS tally_campaign,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_channel) AS tally_channel,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_city) AS tally_city,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_continent) AS tally_continent,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_country) AS tally_country,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_device) AS tally_device,
            arrayMap(x -> (toString(x.name), toUInt64(1), toUInt64(0), toUInt64(x.events)), day_custom_events) AS tally_event,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_hostname) AS tally_hostname,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_language) AS tally_language,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_mark) AS tally_mark,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_operating_system) AS tally_operating_system,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_operating_system_version) AS tally_operating_system_version,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_pageview,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_referrer) AS tally_referrer,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_region) AS tally_region,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_screen_resolution) AS tally_screen_resolution,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_source) AS tally_source,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_content) AS tally_utm_content,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_medium) AS tally_utm_medium,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_source) AS tally_utm_source,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_utm_term) AS tally_utm_term,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(day_visits), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visit,
            [(toString(date), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms))] AS tally_visitor,
            [('', toUInt64(0), toUInt64(0), toUInt64(day_bounces))] AS tally_bounce,
            [('', toUInt64(0), toUInt64(0), toUInt64(day_visit_ms))] AS tally_visit_ms
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
            WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (time <= '2026-11-03T12:00:00.000Z') AND (name != 'engagement')
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
                WHERE (website_id = 7) AND (date = '2026-11-03') AND (time > '2026-11-03T11:58:00.000Z') AND (time <= '2026-11-03T12:00:00.000Z') AND (name != 'engagement')
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
GROUP BY
    website_id,
    date,
    dimension,
    value
HAVING (visitors != 0) OR (pageviews != 0) OR (occurrences != 0) OR (amount != 0) OR (visits != 0) OR (bounces != 0) OR (visit_ms != 0)
SETTINGS max_threads = 1, max_block_size = 1024, temporary_files_buffer_size = 65536, use_index_for_in_with_subqueries = 0
