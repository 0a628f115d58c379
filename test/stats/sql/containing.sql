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
        toString(own) AS value,
        toInt64(count()) AS visitors,
        toInt64(sum(day_pageviews)) AS pageviews,
        toInt64(0) AS occurrences,
        toInt64(sum(day_visits)) AS visits,
        toInt64(sum(day_bounces)) AS bounces,
        toInt64(sum(day_visit_ms)) AS visit_ms
    FROM
    (
        SELECT
            day_pageviews,
            day_visits,
            day_bounces,
            day_visit_ms,
            tally_own
        FROM
        (
            SELECT
                website_id,
                date,
                visitor,
                count() AS day_events,
                countIf(name != 'engagement') AS day_activity,
                countIf(name = 'pageview') AS day_pageviews,
                length(arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_visits,
                arrayCount(visit -> ((length(visit) = 1) AND has(groupArrayIf(toUnixTimestamp64Milli(time), name = 'pageview'), visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement'))))) AS day_bounces,
                toUInt64(arraySum(visit -> ((visit[-1]) - (visit[1])), arraySplit((moment, waited_ms) -> (waited_ms >= 1800000), arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')), arrayDifference(arraySort(groupArrayIf(toUnixTimestamp64Milli(time), name != 'engagement')))))) AS day_visit_ms,
                CAST(arrayMap(own -> ((own[1]).1, countEqual(own.2, 1), countEqual(own.2, 0), arraySum(own.3), arrayMax(own.4)), arraySplit((each, nth) -> (nth = 1), arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement')))), arrayEnumerateUniq((arraySort(groupArrayIf((page, name = 'pageview', engagement_time_ms, scroll_depth), (name IN ('pageview', 'engagement'))))).1))), 'Array(Tuple(page String, views UInt32, engagements UInt32, engagement_ms UInt64, scroll_depth UInt8))') AS day_pages,
                arrayMap(x -> if(x = '', '(unknown)', toString(x)), emptyArrayToSingle(arrayFilter(x -> (x != ''), groupUniqArrayIf(browser, name != 'engagement')))) AS day_browser,
                arrayFilter((page, views) -> (views > 0), day_pages.page, day_pages.views) AS tally_filter_page,
                day_browser AS tally_own
            FROM events
            WHERE (website_id = 7) AND (date IN ['2026-11-02']) AND (name != 'engagement')
            GROUP BY
                website_id,
                date,
                visitor
        )
        WHERE (day_activity > 0) AND arrayExists(x -> (has(['/'], x) OR (if(isValidASCII(x), positionCaseInsensitive(x, caseFoldUTF8('Blog')), position(caseFoldUTF8(toValidUTF8(x)), caseFoldUTF8('Blog'))) > 0)), tally_filter_page) AND (NOT arrayExists(x -> (startsWith(x, '/admin/') OR (if(isValidASCII(x), positionCaseInsensitive(x, caseFoldUTF8('draft')), position(caseFoldUTF8(toValidUTF8(x)), caseFoldUTF8('draft'))) > 0)), tally_filter_page))
    )
    ARRAY JOIN tally_own AS own
    GROUP BY own
) AS listed
WHERE listed.visitors > 0
ORDER BY
    listed.visitors DESC,
    listed.value ASC
LIMIT 0, 10
SETTINGS optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 4000000, use_index_for_in_with_subqueries = 0
