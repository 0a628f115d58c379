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
        toString(tally.1) AS value,
        toInt64(sum(tally.2)) AS visitors,
        toInt64(sum(tally.3)) AS pageviews,
        toInt64(sum(tally.4)) AS occurrences,
        toInt64(sum(tally.5)) AS engaged_visitors,
        toInt64(sum(tally.6)) AS engagement_ms,
        toInt64(sum(tally.7)) AS depths
    FROM
    (
        SELECT arrayJoin(tally_page) AS tally
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
                CAST(arrayMap(own -> ((own[1]).1, countEqual(own.2, 1), countEqual(own.2, 0), arraySum(own.3), arrayMax(own.4)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement')))), arrayEnumerateUniq((arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement'))))).1))), 'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))') AS day_pages,
                day_browser AS tally_filter_browser,
                arrayFilter((page, views) -> (views > 0), day_pages.page, day_pages.views) AS tally_filter_page,
                arrayMap(x -> (x.page, toUInt64(x.views > 0), toUInt64(x.views), toUInt64(0), toUInt64(x.engagements > 0), x.engagement_ms, toUInt64(x.scroll_depth)), day_pages) AS tally_page
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02'])
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND arrayExists(x -> has(['Firefox'], x), tally_filter_browser) AND (NOT arrayExists(x -> startsWith(x, '/admin/'), tally_filter_page))
    )
    GROUP BY tally.1
) AS listed
WHERE (listed.pageviews > 0) AND (if(isValidASCII(listed.value), positionCaseInsensitive(listed.value, caseFoldUTF8('blog')), position(caseFoldUTF8(toValidUTF8(listed.value)), caseFoldUTF8('blog'))) > 0)
ORDER BY
    listed.pageviews DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
