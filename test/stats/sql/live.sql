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
            if(max(time) > '2026-11-03T11:55:00.000Z', [('', toUInt64(1), toUInt64(0), toUInt64(0))], []) AS tally_present,
            arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), toUInt64(1), toUInt64(0)), groupArrayIf(toUnixTimestamp(toStartOfMinute(time)), name = 'pageview'), arrayEnumerateUniq(groupArrayIf(toUnixTimestamp(toStartOfMinute(time)), name = 'pageview'))) AS tally_minute,
            arrayMap((x, nth) -> (toString(x), toUInt64(nth = 1), toUInt64(1), toUInt64(0)), groupArrayIf(page, name = 'pageview'), arrayEnumerateUniq(groupArrayIf(page, name = 'pageview'))) AS tally_page,
            arrayMap(x -> (x, toUInt64(1), day_pageviews, toUInt64(0)), arrayMap(x -> if(x = '', '(direct)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(referrer, name != 'engagement'))))) AS tally_referrer
        FROM events
        WHERE (website_id = 7) AND (date >= '2026-11-03') AND (date <= '2026-11-03') AND (time >= '2026-11-03T11:31:00.000Z') AND (time <= '2026-11-03T12:00:00.000Z') AND (name != 'engagement')
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
