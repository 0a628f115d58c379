/**
 * Agents that look like programs. Only their requests are sent to Footfall, so the address of no
 * visitor leaves the site. Footfall decides by its own list what is a read.
 */
export const programs =
  /^(?!Mozilla\/|Opera|Dalvik|BlackBerry|Nokia|SonyEricsson|Samsung|UCWEB|Roku|atc\/)|compatible; (?!MSIE)|bot\b|bot[/_-]|crawl|spider|slurp|https?:|headless|phantom|preview|-user\/|google-|lighthouse|monitor|synthetic|scan|feed|archive|inspect|favicon|mediapartners|yeti\/|StatusCake/i;
