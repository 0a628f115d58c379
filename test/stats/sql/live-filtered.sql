SELECT
    entry.1 AS kind,
    entry.2 AS value,
    sum(entry.3) AS visitors,
    sum(entry.4) AS pageviews
FROM
(
    SELECT arrayJoin(arrayConcat(arrayMap(x -> ('minute', x.1, x.2, x.3), tally_minute), if(empty(tally_present), [], arrayConcat(arrayMap(x -> ('present', x.1, x.2, x.3), tally_present), arrayMap(x -> ('page', x.1, x.2, x.3), tally_page), arrayMap(x -> ('referrer', x.1, x.2, x.3), tally_referrer))))) AS entry
    FROM
    (
        SELECT
            website_id,
            date,
            visitor,
            count() AS day_events,
            countIf(name != 'engagement') AS day_activity,
            countIf(name = 'pageview') AS day_pageviews,
            if(max(time) > '2026-11-03T11:55:00.000Z', [('', toUInt64(1), toUInt64(0), toUInt64(0))], []) AS day_present,
            arrayMap((minute, nth) -> (toString(minute), toUInt64(nth = 1), toUInt64(1), toUInt64(0)), groupArrayIf(toUnixTimestamp(toStartOfMinute(time)), name = 'pageview'), arrayEnumerateUniq(groupArrayIf(toUnixTimestamp(toStartOfMinute(time)), name = 'pageview'))) AS day_minute,
            CAST(arrayMap(own -> ((own[1]).1, countEqual(own.2, 1), countEqual(own.2, 0), arraySum(own.3), arrayMax(own.4)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement')))), arrayEnumerateUniq((arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement'))))).1))), 'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))') AS day_pages,
            arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(referrer, name != 'engagement')))) AS day_referrer,
            length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
            arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
            toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
            day_present AS tally_present,
            day_minute AS tally_minute,
            arrayMap(x -> (toString(x.page), toUInt64(1), toUInt64(x.views), toUInt64(0)), arrayFilter(x -> (x.views > 0), day_pages)) AS tally_page,
            arrayMap(x -> (toString(x), toUInt64(1), day_pageviews, toUInt64(0), toUInt64(day_visits), toUInt64(day_bounces), toUInt64(day_visit_ms)), day_referrer) AS tally_referrer
        FROM events
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (time >= '2026-11-03T11:31:00.000Z') AND (time <= '2026-11-03T12:00:00.000Z') AND (name != 'engagement') AND ((date, visitor) IN (
            SELECT
                date,
                visitor
            FROM
            (
                SELECT
                    website_id,
                    date,
                    visitor,
                    count() AS day_events,
                    countIf(name != 'engagement') AS day_activity,
                    countIf(name = 'pageview') AS day_pageviews,
                    arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
                    day_browser AS tally_filter_browser
                FROM events
                WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (name != 'engagement')
                GROUP BY
                    website_id,
                    date,
                    visitor
            )
            WHERE arrayExists(x -> has(['Chrome'], x), tally_filter_browser)
        ))
        GROUP BY
            website_id,
            date,
            visitor
    )
)
GROUP BY
    kind,
    value
ORDER BY
    kind ASC,
    visitors DESC,
    value ASC
LIMIT 30 BY kind
