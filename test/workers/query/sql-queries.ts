/** SQL that a query and DuckDB answer alike, one statement a line. */

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** Of the tables `facts` and `names`, which have a missing value in every column but `id`. */
const ofFacts = lines(`
SELECT * FROM facts
SELECT id, n+1, n*2-id, -n, n%7, n//7, n//(-4), (n-3)%(-4), abs(n), sign(n), sign(x) FROM facts
SELECT id, x/2, n/3, x*1.5, n*1.5, x+n, round(x), round(x,1), round(x/3,2), floor(x), ceil(x) FROM facts
SELECT id, trunc(-x), sqrt(x), x^2, power(n,3), round(x*100,-1), round(n), ln(x+1), exp(x/10) FROM facts
SELECT kind, count(*), sum(n), avg(x), min(x), max(day), median(n), stddev(x), count(distinct n), var_pop(x), stddev_pop(n), variance(n) FROM facts GROUP BY kind ORDER BY kind
SELECT kind, count(*) AS c FROM facts GROUP BY 1 HAVING c > 60 ORDER BY c DESC, 1
SELECT count(*) FILTER (WHERE flag), sum(x) FILTER (WHERE n > 0), count(*) FROM facts
SELECT count(*) FILTER (WHERE 1=1), count(1) FILTER (WHERE flag), sum(2) FILTER (WHERE NULL) FROM facts
SELECT count(*), sum(n), avg(n), min(kind), median(x), stddev(x) FROM facts WHERE id < 0
SELECT count(*) FROM facts WHERE id < 0 GROUP BY kind
SELECT DISTINCT kind FROM facts ORDER BY kind DESC
SELECT DISTINCT kind, flag FROM facts
SELECT DISTINCT upper(kind) AS u FROM facts ORDER BY u LIMIT 3
SELECT id FROM facts WHERE kind LIKE '%a%' ORDER BY id
SELECT id FROM facts WHERE kind LIKE '_sh' ORDER BY id DESC LIMIT 5
SELECT id FROM facts WHERE kind LIKE '_lm' ORDER BY id LIMIT 5
SELECT id FROM facts WHERE kind ILIKE 'b%' ORDER BY id
SELECT id FROM facts WHERE kind NOT LIKE '%h%' ORDER BY 1
SELECT id FROM facts WHERE kind LIKE 'a!%%' ESCAPE '!' ORDER BY id
SELECT id FROM facts WHERE kind NOT IN ('ash','oak') ORDER BY 1
SELECT id FROM facts WHERE n IN (1,5,-4) OR x BETWEEN 2 AND 3.5 ORDER BY 1
SELECT id FROM facts WHERE n NOT BETWEEN -5 AND 5 ORDER BY 1
SELECT id FROM facts WHERE kind IS NULL AND n IS NOT NULL ORDER BY 1
SELECT id FROM facts WHERE kind IS DISTINCT FROM 'ash' ORDER BY 1
SELECT id FROM facts WHERE kind IS NOT DISTINCT FROM NULL ORDER BY 1
SELECT id FROM facts WHERE n IS NOT DISTINCT FROM x ORDER BY 1
SELECT id FROM facts WHERE flag IS TRUE AND NOT (x > 5) ORDER BY 1
SELECT id FROM facts WHERE (n > 0) IS NOT TRUE ORDER BY 1
SELECT id FROM facts WHERE (n > 0) IS UNKNOWN ORDER BY 1
SELECT id, CASE WHEN n > 10 THEN 'big' WHEN n > 0 THEN 'small' ELSE NULL END AS size FROM facts
SELECT id, CASE kind WHEN 'ash' THEN 1 WHEN 'oak' THEN 2.5 ELSE 0 END FROM facts
SELECT id, CASE WHEN n <> 0 THEN x / n END FROM facts
SELECT id, CASE WHEN n > 0 AND x > 0 THEN n/x WHEN x = 0 THEN 0 ELSE -1 END FROM facts
SELECT id FROM facts WHERE n <> 0 AND x / n > 1 ORDER BY 1
SELECT id FROM facts WHERE n = 0 OR x / n > 1 ORDER BY 1
SELECT id, coalesce(n/nullif(x,0), 0) FROM facts
SELECT x/n FROM facts WHERE n <> 0 AND x IS NOT NULL
SELECT id, coalesce(n, id, 0), nullif(n, 5), greatest(n, id, 3), least(n, id), ifnull(kind, 'none') FROM facts
SELECT id, lower(kind), upper(kind), length(kind), kind || '-' || id, concat(kind, '!', n) FROM facts
SELECT id, left(kind, 2), right(kind, 2), substr(kind, 2, 2), substring(kind from 2), trim('  ' || kind || ' ') FROM facts
SELECT id, replace(kind, 'a', 'xx'), replace(kind, 'a', ''), ltrim('  x'), rtrim('x  ') FROM facts
SELECT id, strpos(kind, 'h'), position('c' in kind), split_part(kind, 'a', 2), lpad(kind, 6, '*'), rpad(kind, 3, '.') FROM facts
SELECT id, starts_with(kind,'a'), contains(kind,'e'), suffix(kind,'k'), ends_with(kind,'h') FROM facts
SELECT id, substr(kind, 1, 0), left(kind, 0), right(kind, 0), split_part(kind, 'z', 1), split_part(kind, 's', 3) FROM facts
SELECT lpad(kind, 2, 'x'), rpad(kind, 0, 'x'), length('é' || kind) FROM facts
SELECT id, concat(kind), concat(NULL, kind) FROM facts
SELECT id, year(day), month(day), day(day), quarter(day), dayofweek(day), isodow(day), week(day), dayofyear(day) FROM facts
SELECT id, extract(hour from ts), date_part('minute', ts), second(ts), extract(dow from ts), extract(doy from day) FROM facts
SELECT id, date_trunc('month', day), date_trunc('week', ts), date_trunc('hour', ts), date_trunc('quarter', day), date_trunc('year', ts), date_trunc('day', ts), date_trunc('minute', ts) FROM facts
SELECT id, day + 7, day - 3, day - DATE '2020-01-01', day + INTERVAL '1 month', day - INTERVAL '1 year' FROM facts
SELECT id, ts + INTERVAL '90 minutes', ts - INTERVAL '2 days', last_day(day), last_day(ts) FROM facts
SELECT ts + INTERVAL '1' MONTH, ts - INTERVAL '3' HOUR, INTERVAL '1 week' + day FROM facts
SELECT day + INTERVAL '13 months', day - INTERVAL '1 month', ts + INTERVAL '1 quarter' FROM facts
SELECT id, date_diff('day', day, ts), date_diff('month', day, ts), date_diff('year', day, ts), date_diff('hour', DATE '2020-01-01', ts) FROM facts
SELECT id, date_diff('quarter', day, ts), date_diff('minute', day, ts), date_diff('second', day, ts) FROM facts
SELECT id, strftime(day, '%Y-%m'), strftime(ts, '%d.%m.%Y %H:%M:%S'), dayname(day), monthname(day), strftime(ts, '%j %A %B %%') FROM facts
SELECT id, CAST(x AS INTEGER), x::bigint, n::double, id::text, flag::text, day::text, cast(ts as date), day::timestamp, flag::int, cast('12' as int), cast(n as boolean) FROM facts
SELECT id, cast(x*10 AS INT), cast(-x*10 AS bigint), cast(x AS smallint), x::int FROM facts
SELECT cast('2020-01-0' || (1 + id % 9) as date) AS d, count(*) FROM facts GROUP BY d ORDER BY d
SELECT cast(substr(day::text, 1, 4) as int) AS y, count(*) FROM facts GROUP BY y ORDER BY y
SELECT cast(' 12 ' as int), cast('-3.5e2' as double), cast('0.1' as double) FROM facts LIMIT 1
SELECT id FROM facts WHERE day >= '2020-03-01' AND ts < TIMESTAMP '2020-02-20 10:00:00' ORDER BY id
SELECT id FROM facts WHERE day < TIMESTAMP '2020-03-01 12:00:00' ORDER BY id DESC LIMIT 3
SELECT id FROM facts WHERE ts > day ORDER BY id LIMIT 10
SELECT id FROM facts WHERE n > x ORDER BY id
SELECT id FROM facts ORDER BY n DESC NULLS FIRST, id LIMIT 10 OFFSET 5
SELECT id, x FROM facts ORDER BY x + n, id
SELECT id FROM facts ORDER BY kind NULLS FIRST, flag DESC, id LIMIT 90
SELECT id FROM facts ORDER BY length(kind) DESC, kind, id
SELECT kind, sum(n)*1.0/count(*) AS r, round(avg(x),2) FROM facts GROUP BY kind ORDER BY r
SELECT year(day) AS y, month(day) AS m, count(*), avg(n) FROM facts GROUP BY y, m ORDER BY y, m
SELECT date_trunc('month', day) AS m, sum(CASE WHEN flag THEN 1 ELSE 0 END) AS f FROM facts GROUP BY m ORDER BY m
SELECT flag, count(*) FROM facts GROUP BY flag ORDER BY count(*) DESC, flag
SELECT d.id, m.latin FROM facts d JOIN names m ON d.kind = m.kind ORDER BY d.id, m.rank
SELECT d.id, m.latin FROM facts d LEFT JOIN names m ON d.kind = m.kind ORDER BY d.id, m.rank
SELECT d.id, m.latin FROM facts d LEFT JOIN names m ON d.kind = m.kind AND m.rank > 2 ORDER BY d.id, m.rank
SELECT m.latin, count(*), sum(d.n) FROM facts d JOIN names m USING (kind) GROUP BY m.latin ORDER BY 1
SELECT d.kind, m.latin, d.n FROM facts d JOIN names m ON d.id = m.rank ORDER BY 1,2
SELECT d.kind, m.rank FROM facts d JOIN names m ON m.rank = d.x ORDER BY d.id
SELECT d.id FROM facts d LEFT JOIN names m ON d.kind = m.kind WHERE m.latin IS NULL ORDER BY d.id
SELECT count(*) FROM facts d JOIN names m ON lower(d.kind) = m.kind
SELECT count(*) FROM facts d JOIN names m ON d.kind = m.kind AND d.n = m.rank
SELECT a.id, b.id FROM facts a JOIN facts b ON a.id = b.n WHERE a.id < 5 ORDER BY 1, 2
SELECT a.id, b.id FROM facts a JOIN facts b ON a.n = b.id AND a.id < b.id ORDER BY 1, 2
SELECT a.id FROM facts a JOIN facts b ON a.id = b.id + 1 ORDER BY 1 LIMIT 5
SELECT count(*) FROM facts a JOIN facts b ON a.kind = b.kind
SELECT count(*) FROM facts a LEFT JOIN facts b ON a.kind = b.kind AND b.flag
SELECT count(*), sum(b.id) FROM facts a JOIN facts b ON a.day = b.day JOIN names c ON c.kind = b.kind
SELECT DISTINCT d.kind, m.rank FROM facts d LEFT JOIN names m ON d.kind = m.kind ORDER BY 1, 2
SELECT count(DISTINCT d.id), count(m.rank) FROM facts d LEFT JOIN names m ON d.kind = m.kind WHERE d.n > 0
SELECT d.id, m.* FROM facts d JOIN names m ON d.kind = m.kind WHERE d.id < 10 ORDER BY 1, m.rank
SELECT * FROM facts d JOIN names m ON d.kind = m.kind WHERE d.id < 10 ORDER BY id, rank
SELECT * FROM facts JOIN names USING (kind) WHERE id < 10 ORDER BY id, rank
SELECT m.kind, d.kind FROM facts d LEFT JOIN names m ON m.kind = d.kind AND m.rank = 1 ORDER BY d.id LIMIT 20
SELECT m.rank, sum(d.x) FROM facts d LEFT JOIN names m ON m.kind = d.kind GROUP BY m.rank ORDER BY m.rank
SELECT sum(id*id*id), max(id)*2, min(kind), max(kind), min(flag), max(ts), count(kind), count(DISTINCT kind) FROM facts
SELECT kind, max(x) - min(x) AS span FROM facts WHERE kind IS NOT NULL GROUP BY kind HAVING avg(n) > 2 AND count(*) > 5 ORDER BY span DESC, kind
SELECT kind, flag, count(*) FROM facts GROUP BY kind, flag HAVING sum(n) > 10 OR kind IS NULL ORDER BY kind NULLS FIRST, flag DESC
SELECT 1, 'a', NULL, TRUE, 1.5, DATE '2020-01-01' FROM facts LIMIT 2
SELECT 1/3, 2*3+4, (1+2)*3, 10-3-2, 2^3^2, -2^2, 7 // 2, -7 // 2, 7 % -3, -7 % 3 FROM facts LIMIT 1
SELECT 1=1, 1<2 AND 2<1, NOT TRUE, 'a'<'b', NULL IS NULL FROM facts LIMIT 1
SELECT id + 0.1, (id + 0.1) * 3 FROM facts
SELECT id FROM facts WHERE id = 3.0 OR id > 398.5 ORDER BY 1
SELECT id FROM facts WHERE x > 12.1e0 ORDER BY id
SELECT lower(kind) k, count(*) FROM facts GROUP BY lower(kind) ORDER BY k
SELECT lower(kind) || '!' AS k, count(*) FROM facts GROUP BY lower(kind) ORDER BY k
SELECT length(kind) AS l, count(*) FROM facts GROUP BY l ORDER BY l DESC
SELECT n % 3 AS m, avg(x) FROM facts GROUP BY m ORDER BY m
SELECT id FROM facts WHERE (kind = 'ash' AND n > 3) OR (kind = 'oak' AND n < -3) OR kind IS NULL ORDER BY id
SELECT id FROM facts WHERE NOT (kind = 'ash' OR n > 3) ORDER BY id
SELECT id FROM facts WHERE flag AND kind > 'b' ORDER BY id
SELECT id FROM facts WHERE kind >= 'élm' ORDER BY id
SELECT id FROM facts WHERE day BETWEEN DATE '2020-01-01' AND DATE '2020-03-01' ORDER BY day DESC
SELECT id FROM facts WHERE day + 30 > DATE '2023-01-01' ORDER BY id
SELECT id FROM facts WHERE month(day) = 2 AND dayofweek(day) = 0 ORDER BY id
SELECT id, day FROM facts WHERE extract(year from day) IN (2020, 2022) ORDER BY id DESC LIMIT 7
SELECT kind, day FROM facts WHERE id IN (1,2,3) ORDER BY kind
SELECT id x, x y FROM facts ORDER BY x LIMIT 4
SELECT count(*) n FROM facts GROUP BY n ORDER BY n LIMIT 3
SELECT d.kind, count(*) FROM facts d GROUP BY d.kind ORDER BY 2 DESC, 1
SELECT sum(x)/sum(n), sum(n)/count(*), count(*)/2, count(*)//7 FROM facts
SELECT avg(CASE WHEN flag THEN x END), sum(CAST(flag AS INT)), max(length(kind)), min(day) + 1 FROM facts
SELECT greatest(day, DATE '2020-06-01'), least(kind, 'cat'), greatest(x, n) FROM facts
SELECT nullif(kind, 'ash'), nullif(x, 1.5), nullif(n, x) FROM facts
SELECT id % 2 = 0 AS even, sum(id) FROM facts GROUP BY even ORDER BY even
SELECT count(*) FROM facts HAVING count(*) > 1000
SELECT stddev(x), variance(x), stddev_samp(n), var_samp(n), stddev_pop(id), var_pop(id) FROM facts WHERE id < 1
SELECT avg(n), median(x) FROM facts GROUP BY kind HAVING median(x) > 5 ORDER BY 1
SELECT round(x, 10), round(x*1e15, -14), round(1e0*n, 0) FROM facts
SELECT x::int FROM facts WHERE x IN (0.5, 1.5, 2.5, 3.5)
SELECT sum(1), count(1), max('a'), sum(1.5) FROM facts
SELECT kind, 1 AS one, count(*) FROM facts GROUP BY kind, one ORDER BY kind
SELECT 'x' AS c, count(*) FROM facts GROUP BY c
SELECT sum(id)::double / 3, max(id) % 7, -sum(n), sum(id) + sum(n), sum(id) * 2 > 1000 FROM facts
SELECT date_diff('day', min(day), max(day)), year(max(day)), max(ts) - INTERVAL '1 day' FROM facts
SELECT ts::date = day, ts::date - day FROM facts
SELECT Kind, "ID" FROM facts WHERE FLAG ORDER BY Id LIMIT 3
SELECT DISTINCT flag, kind, n FROM facts WHERE n > 15 ORDER BY n DESC, kind, flag
SELECT count(DISTINCT kind || flag), count(DISTINCT n % 5) FROM facts
`);

/** Of tables of the demo. */
const ofDemo = lines(`
SELECT weather, count(*) AS days, round(avg(temp_max), 1) AS warm FROM weather GROUP BY weather ORDER BY days DESC
SELECT year(date) AS y, sum(precipitation) FROM weather GROUP BY y ORDER BY y
SELECT month(date) AS m, max(temp_max), min(temp_min), max(temp_max) - min(temp_min) FROM weather GROUP BY m ORDER BY m
SELECT date, temp_max FROM weather WHERE temp_max > 33 ORDER BY temp_max DESC, date
SELECT date FROM weather WHERE weather IN ('snow','fog') AND wind >= 5 ORDER BY date
SELECT date_trunc('month', date) AS m, count(*) FILTER (WHERE weather = 'sun') AS sunny FROM weather GROUP BY m ORDER BY m
SELECT dayname(date) AS d, avg(wind) FROM weather GROUP BY d ORDER BY d
SELECT weather, stddev(wind), median(wind), var_samp(wind) FROM weather GROUP BY weather HAVING count(*) > 60 ORDER BY 1
SELECT count(*) FROM weather WHERE date BETWEEN '2013-01-01' AND '2013-12-31' AND precipitation = 0
SELECT CASE WHEN temp_max >= 25 THEN 'hot' WHEN temp_max >= 15 THEN 'mild' ELSE 'cold' END AS c, count(*) FROM weather GROUP BY c ORDER BY c
SELECT a.date, b.temp_max - a.temp_max AS rise FROM weather a JOIN weather b ON b.date = a.date + 1 ORDER BY rise DESC, a.date LIMIT 10
SELECT round(temp_max), count(*) FROM weather GROUP BY round(temp_max) ORDER BY 1
SELECT floor(wind) AS w, avg(precipitation) FROM weather GROUP BY w ORDER BY w
SELECT (temp_max - temp_min) / 2 + temp_min AS middle FROM weather ORDER BY middle, date LIMIT 20
SELECT temp_max * 1.8 + 32 FROM weather ORDER BY date LIMIT 50
SELECT DISTINCT weather, month(date) AS m FROM weather ORDER BY m, weather
SELECT state, count(*) AS n FROM airports GROUP BY state ORDER BY n DESC, state LIMIT 10
SELECT name FROM airports WHERE city ILIKE '%san %' ORDER BY name
SELECT iata, upper(city) FROM airports WHERE state = 'CA' AND latitude > 40 ORDER BY iata
SELECT left(iata, 1) AS first, count(*) FROM airports GROUP BY first ORDER BY first
SELECT count(*), count(state), count(DISTINCT state), count(DISTINCT country) FROM airports
SELECT length(name) AS l, count(*) FROM airports GROUP BY l ORDER BY l DESC LIMIT 5
SELECT split_part(name, ' ', 1) AS word, count(*) c FROM airports GROUP BY word HAVING c > 15 ORDER BY c DESC, word
SELECT origin, sum(count) AS flights FROM routes GROUP BY origin ORDER BY flights DESC LIMIT 10
SELECT r.origin, a.city, sum(r.count) AS flights FROM routes r JOIN airports a ON r.origin = a.iata GROUP BY r.origin, a.city ORDER BY flights DESC LIMIT 15
SELECT a.state AS s, b.state AS t, sum(r.count) AS f FROM routes r JOIN airports a ON r.origin = a.iata JOIN airports b ON r.destination = b.iata WHERE a.state <> b.state GROUP BY a.state, b.state ORDER BY f DESC, s, t LIMIT 20
SELECT a.iata FROM airports a LEFT JOIN routes r ON r.origin = a.iata WHERE r.count IS NULL AND a.state = 'WA' ORDER BY a.iata
SELECT count(*) FROM routes a JOIN routes b ON a.origin = b.destination AND a.destination = b.origin
SELECT a.origin, a.destination, a.count - b.count AS d FROM routes a JOIN routes b ON a.origin = b.destination AND a.destination = b.origin WHERE a.count > b.count ORDER BY d DESC, 1, 2 LIMIT 10
SELECT sqrt((a.latitude - b.latitude)^2 + (a.longitude - b.longitude)^2) AS far FROM routes r JOIN airports a ON a.iata = r.origin JOIN airports b ON b.iata = r.destination ORDER BY far DESC LIMIT 10
SELECT "Wildlife Size", count(*), sum("Cost Total $") FROM strikes GROUP BY "Wildlife Size" ORDER BY 1
SELECT year("Flight Date") AS y, "Phase of flight" AS p, count(*) FROM strikes GROUP BY y, p ORDER BY y, p
SELECT "Airport Name" FROM strikes WHERE "Cost Repair" > 1000000 ORDER BY "Cost Repair" DESC, 1
SELECT "Origin State" s, avg("Speed IAS in knots") FROM strikes WHERE "Time of day" = 'Night' GROUP BY s HAVING count(*) >= 50 ORDER BY s
SELECT quarter("Flight Date") q, count(DISTINCT "Wildlife Species") FROM strikes GROUP BY q ORDER BY q
SELECT count(*) FROM strikes WHERE "Wildlife Species" LIKE '%gull%' AND "Effect Amount of damage" <> 'None'
SELECT "Cost Total $" % 1000 AS m, count(*) FROM strikes WHERE "Cost Total $" > 0 GROUP BY m ORDER BY 2 DESC, 1 LIMIT 10
SELECT coalesce("Aircraft Make Model", '?') AS a, count(*) c FROM strikes GROUP BY a ORDER BY c DESC, a LIMIT 10
SELECT country, max(pop) / min(pop) AS growth FROM countries GROUP BY country ORDER BY growth DESC, country
SELECT cluster, year, sum(pop), avg(life_expect) FROM countries GROUP BY cluster, year ORDER BY cluster, year
SELECT sum(pop * life_expect) / sum(pop) FROM countries WHERE year = 2005
SELECT country FROM countries WHERE year = 1955 AND fertility > 6.5 ORDER BY life_expect
SELECT a.country, b.life_expect - a.life_expect AS gain FROM countries a JOIN countries b ON a.country = b.country WHERE a.year = 1955 AND b.year = 2005 ORDER BY gain DESC, 1
SELECT pop // 1000000 AS millions, count(*) FROM countries GROUP BY millions ORDER BY millions LIMIT 12
SELECT substr(country, 1, 3) || '-' || year AS k FROM countries ORDER BY k LIMIT 12
SELECT Species, Island, count(*), avg("Body Mass (g)") FROM penguins GROUP BY Species, Island ORDER BY 1, 2
SELECT Sex, median("Flipper Length (mm)") FROM penguins GROUP BY Sex ORDER BY Sex
SELECT Species, round(avg("Beak Length (mm)" / "Beak Depth (mm)"), 3) FROM penguins GROUP BY Species ORDER BY 1
SELECT count(*) FROM penguins WHERE "Body Mass (g)" IS NULL OR Sex IS NULL
SELECT "Body Mass (g)" / 1000 AS kg FROM penguins WHERE Species = 'Gentoo' ORDER BY kg DESC LIMIT 5
SELECT Species FROM penguins GROUP BY Species HAVING max("Body Mass (g)") - min("Body Mass (g)") > 2000
SELECT net, count(*), max(mag) FROM quakes GROUP BY net ORDER BY net
SELECT date_trunc('day', time) AS d, count(*) FROM quakes WHERE mag >= 2.5 GROUP BY d ORDER BY d
SELECT id, extract(hour FROM time) AS h FROM quakes WHERE mag > 5 ORDER BY time
SELECT title FROM quakes WHERE felt > 10 AND tsunami = 1 ORDER BY sig DESC, title
SELECT round(mag) AS m, avg(dmin), avg(gap), sum(felt) FROM quakes GROUP BY m ORDER BY m
SELECT date_diff('minute', time, updated) AS delay FROM quakes ORDER BY delay DESC, id LIMIT 10
SELECT magType, stddev_pop(mag) FROM quakes WHERE nst IS NOT NULL GROUP BY magType ORDER BY 1
SELECT split_part(place, ', ', 2) AS region, count(*) AS n FROM quakes GROUP BY region HAVING n > 20 ORDER BY n DESC, region
SELECT count(*) FROM quakes WHERE time >= TIMESTAMP '2018-02-05 12:00:00' AND time < '2018-02-06'
SELECT strftime(time, '%Y-%m-%d %H') AS hour, max(sig) FROM quakes GROUP BY hour ORDER BY max(sig) DESC, hour LIMIT 10
SELECT product_group, sum(total_eur), sum(quantity), count(*) FILTER (WHERE returned) FROM orders GROUP BY product_group ORDER BY 1
SELECT month(day) AS m, country, round(sum(total_eur), 2) FROM orders GROUP BY m, country ORDER BY m, country
SELECT product, total_eur / quantity AS each FROM orders WHERE quantity > 3 ORDER BY each DESC, order_id LIMIT 20
SELECT payment, avg(CASE WHEN returned THEN 1.0 ELSE 0.0 END) FROM orders GROUP BY payment ORDER BY payment
SELECT country, count(DISTINCT product) FROM orders WHERE NOT returned GROUP BY country ORDER BY 2 DESC, 1
SELECT day, sum(total_eur) AS s FROM orders GROUP BY day HAVING s > 900 ORDER BY s DESC
SELECT last_day(day) AS m, sum(total_eur * 0.19) FROM orders GROUP BY m ORDER BY m
SELECT sensor, count(*), avg(temperature_c), max(light_w_m2) FROM sensors GROUP BY sensor ORDER BY sensor
SELECT date_trunc('hour', at_time) AS h, avg(temperature_c) FROM sensors GROUP BY h ORDER BY h LIMIT 24
SELECT hour(at_time) AS h, avg(light_w_m2) FROM sensors GROUP BY h ORDER BY h
SELECT at_time FROM sensors WHERE humidity_percent > 90 AND light_w_m2 = 0 ORDER BY at_time LIMIT 10
SELECT dayofweek(hour) AS d, avg(price_eur_mwh), min(price_eur_mwh) FROM prices GROUP BY d ORDER BY d
SELECT hour FROM prices WHERE price_eur_mwh < 0 ORDER BY price_eur_mwh, hour LIMIT 10
SELECT month(hour) AS m, sum(demand_gw * price_eur_mwh) / sum(demand_gw) FROM prices GROUP BY m ORDER BY m
SELECT round(wind_gw, 0) AS w, avg(price_eur_mwh) FROM prices GROUP BY w ORDER BY w
SELECT count(*) FROM prices WHERE wind_gw + sun_gw > demand_gw
SELECT a.hour, a.price_eur_mwh - b.price_eur_mwh AS d FROM prices a JOIN prices b ON a.hour = b.hour + INTERVAL '1 hour' ORDER BY d DESC, a.hour LIMIT 10
SELECT CAST(hour AS DATE) AS day, max(price_eur_mwh) - min(price_eur_mwh) AS spread FROM prices GROUP BY day ORDER BY spread DESC, day LIMIT 10
SELECT w.weather, avg(p.temperature_c) FROM prices p JOIN weather w ON month(w.date) = month(p.hour) AND day(w.date) = day(p.hour) WHERE year(w.date) = 2014 GROUP BY w.weather ORDER BY 1
`);

export const writtenQueries: readonly string[] = [...ofFacts, ...ofDemo];

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};

const wholes = ["id", "n", "length(kind)", "year(day)", "date_diff('day', day, ts)"];
const numbers = ["x", "n", "id", "x / 3", "abs(x)"];
const texts = ["kind", "upper(kind)", "coalesce(kind, 'none')", "left(kind, 2)"];
const days = ["day", "CAST(ts AS DATE)", "last_day(day)", "day + n::int"];

function whole(random: Random, depth: number): string {
  if (depth === 0)
    return random() < 0.3 ? String(Math.floor(random() * 20) - 5) : pick(random, wholes);
  const [a, b] = [whole(random, depth - 1), whole(random, depth - 1)];
  return pick(random, [
    `(${a} ${pick(random, ["+", "-", "*"])} ${b})`,
    `((${a}) % ${pick(random, ["7", "3", "-4", "0"])})`,
    `coalesce(${a}, ${b})`,
    `CASE WHEN ${condition(random, depth - 1)} THEN ${a} ELSE ${b} END`,
    `greatest(${a}, ${b})`,
    `sign(${a})`,
  ]);
}

function number(random: Random, depth: number): string {
  if (depth === 0) return pick(random, numbers);
  const [a, b] = [number(random, depth - 1), number(random, depth - 1)];
  return pick(random, [
    `(${a} ${pick(random, ["+", "-", "*"])} ${b})`,
    `(${a} / nullif(${b}, 0))`,
    `round(${a} * 1e0, ${pick(random, ["0", "1", "2"])})`,
    `least(${a}, ${b})`,
    `floor(${a})`,
    `CASE WHEN ${condition(random, depth - 1)} THEN ${a} END`,
  ]);
}

function text(random: Random, depth: number): string {
  if (depth === 0) return pick(random, texts);
  const a = text(random, depth - 1);
  return pick(random, [
    `(${a} || ${text(random, depth - 1)})`,
    `replace(${a}, 'a', 'oo')`,
    `substr(${a}, 2, 3)`,
    `CASE WHEN ${condition(random, depth - 1)} THEN ${a} ELSE 'other' END`,
    `lower(${a})`,
    `lpad(${a}, 4, '.')`,
  ]);
}

function condition(random: Random, depth: number): string {
  const inner = Math.max(0, depth - 1);
  const relation = pick(random, ["=", "<>", "<", "<=", ">", ">="]);
  if (depth > 0 && random() < 0.4) {
    const [a, b] = [condition(random, inner), condition(random, inner)];
    return pick(random, [`(${a} AND ${b})`, `(${a} OR ${b})`, `NOT (${a})`, `(${a}) IS NOT TRUE`]);
  }
  return pick(random, [
    `${whole(random, inner)} ${relation} ${whole(random, inner)}`,
    `${number(random, inner)} ${relation} ${pick(random, ["2", "0.5", "-1", "x"])}`,
    `${text(random, inner)} ${relation} ${pick(random, ["'ash'", "'b'", "kind"])}`,
    `${pick(random, days)} ${relation} ${pick(random, ["DATE '2020-06-01'", "day"])}`,
    `${text(random, inner)} LIKE ${pick(random, ["'%a%'", "'_a%'", "'%k'", "'élm'"])}`,
    `${whole(random, inner)} IN (1, 2, 5, -3)`,
    `${number(random, inner)} BETWEEN -2 AND 7.5`,
    `${pick(random, ["kind", "n", "x", "day"])} IS ${pick(random, ["", "NOT "])}NULL`,
    "flag",
  ]);
}

/** A random query of `facts`, whose order is that of all its columns. */
export function randomQuery(random: Random): string {
  const where = random() < 0.7 ? `WHERE ${condition(random, 2)}` : "";
  if (random() < 0.5) {
    const shown = ["id", whole(random, 2), number(random, 2), text(random, 2), pick(random, days)];
    const by = pick(random, ["2", "3 DESC", "4 DESC NULLS FIRST", "5"]);
    return `SELECT ${shown.join(", ")} FROM facts ${where} ORDER BY ${by}, 1 LIMIT 50 OFFSET ${Math.floor(random() * 9)}`;
  }
  const keys = [
    pick(random, [text(random, 1), `${whole(random, 1)} % 4`, "flag", "month(day)"]),
    "kind",
  ];
  const of = number(random, 1);
  const filter = random() < 0.3 ? ` FILTER (WHERE ${condition(random, 1)})` : "";
  const figures = [
    "count(*)",
    `${pick(random, ["sum", "avg", "min", "max", "median"])}(${of})${filter}`,
    // Of equal quotients, the last digit decides whether it is zero.
    `stddev(${pick(random, numbers)})`,
    `count(DISTINCT ${whole(random, 1)})`,
    `sum(${whole(random, 1)})`,
  ];
  const having = random() < 0.3 ? `HAVING count(*) > ${Math.floor(random() * 20)}` : "";
  return `SELECT ${[...keys, ...figures].join(", ")} FROM facts ${where} GROUP BY 1, 2 ${having} ORDER BY 1, 2`;
}
