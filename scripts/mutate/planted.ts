import { messages } from './planted.messages.ts'
import { money } from './planted.money.ts'
import { people } from './planted.people.ts'

/**
 * Faults that the tests must detect: at least two in each room. `find` is a text that occurs exactly once in the room's
 * folder, so that a fault stays valid when its file moves. If the text itself has changed, `npm run mutate -- planted`
 * names the entry to update.
 */
export interface Planted {
  /** A folder of server/src/rooms. */
  room: string
  /** The effect of the fault. */
  name: string
  find: string
  replace: string
}

export const planted: readonly Planted[] = [
  ...people,
  ...messages,
  ...money,
  {
    room: 'catalogue',
    name: 'the home page of another web site is asked for without a refusal',
    find: 'if (params.userOrSite !== caller.user.user_id && params.userOrSite !== site.web_site_id) denied()',
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the systems that somebody else chose are shown',
    find: 'if (params.userOrSite !== caller.user.user_id && params.userOrSite !== site.web_site_id) denied()',
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the search is made again for every question, and never when a text changed',
    find: 'texts.every((text, i) => text === kept.texts[i])',
    replace: '!texts.every((text, i) => text === kept.texts[i])',
  },
  {
    room: 'player',
    name: 'a touch screen without the right gets the file of an interactive film',
    find: "file === of.part.interactive_film?.file ? 'allow",
    replace: "file !== of.part.interactive_film?.file ? 'allow",
  },
  {
    room: 'player',
    name: 'a PDF counts as read where the part has none',
    find: "if (pdf && !film.of.part.pdf) fail('Part no found')",
    replace: ';',
  },
  {
    room: 'player',
    name: 'a view of a film that the brand does not show is kept',
    find: "if (!isShownFor(film, brand.vehicle_kind, driverside)) fail('Part no found')",
    replace: ';',
  },
  {
    room: 'favourites',
    name: 'taking one favourite away takes all of the site',
    find: "    .where('favourite_id', '=', id)\n",
    replace: '',
  },
  {
    room: 'favourites',
    name: 'a favourite that is moved stands behind the one whose place it takes',
    find: 'a.named - b.named',
    replace: 'b.named - a.named',
  },
  {
    room: 'favourites',
    name: 'the refusal of a second star has no text',
    find: "fail('favourite_already_added')",
    replace: "fail('favourite_already_there')",
  },
  {
    room: 'branding',
    name: 'one address more than allowed is taken',
    find: 'others.length >= mostAddresses',
    replace: 'others.length > mostAddresses',
  },
  {
    room: 'branding',
    name: 'an address that was never confirmed becomes the default',
    find: "if (!address.verified_at) fail('sender_not_confirmed')\n  await",
    replace: 'await',
  },
  {
    room: 'branding',
    name: 'a link for an address is good an hour too long',
    find: 'linkSeconds = 48 * 3600',
    replace: 'linkSeconds = 49 * 3600',
  },
  {
    room: 'sharing',
    name: 'the plain film of a link is that of the other kind',
    find: "if (film.kind === 'narrated') return plainFilm",
    replace: "if (film.kind !== 'narrated') return plainFilm",
  },
  {
    room: 'sharing',
    name: 'the related films are those that the link has anyway',
    find: '!films.includes(other)',
    replace: 'films.includes(other)',
  },
  {
    room: 'sharing',
    name: 'several films are put on a link for one',
    find: "if (partIds.length > 1) fail('message_select_only_one_animation')",
    replace: ';',
  },
  {
    room: 'catalogue',
    name: 'the order of the home page that another operator saved is overwritten',
    find: "if (before.join() !== body.seen.join()) fail('home_systems_changed_meanwhile')",
    replace: ';',
  },
  {
    room: 'integrations',
    name: 'a business hears what customers of another one do',
    find: "query.where('w.businessentity_id', '=', about.businessentity_id)",
    replace: 'query',
  },
  {
    room: 'integrations',
    name: 'a webhook is switched off one failure too late',
    find: 'failures < mostWebhookFailures',
    replace: 'failures <= mostWebhookFailures',
  },
  {
    room: 'customvideos',
    name: 'a colleague reaches the upload of another user',
    find: 'if (row?.user_id !== user.user_id || row.deleted_at) notFound()',
    replace: 'if (!row || row.deleted_at) notFound()',
  },
  {
    room: 'customvideos',
    name: 'another business watches a video',
    find: 'if (businessId === null || session.user.businessentity_id !== businessId) notFound()',
    replace: ';',
  },
  {
    room: 'customvideos',
    name: 'a file that was cut counts as damaged',
    find: "if (boxes === 'cut') return { problem: 'video_cut' }",
    replace: "if (boxes === 'cut') return { problem: 'video_damaged' }",
  },
  {
    room: 'customvideos',
    name: 'the files of a video go while it can be restored',
    find: 'if (!video?.deleted_at || video.deleted_at > latest) return undefined',
    replace: 'if (!video?.deleted_at) return undefined',
  },
  {
    room: 'customvideos',
    name: 'a small picture is made larger',
    find: 'const wanted = ladder.filter((one) => one <= short)',
    replace: 'const wanted = ladder.filter((one) => one >= 0 && short > 0)',
  },
  {
    room: 'embeds',
    name: 'a user may have one embed more than the limit',
    find: '(await queries.countEmbeds(db, site, counted)) >= limit)',
    replace: '(await queries.countEmbeds(db, site, counted)) > limit)',
  },
  {
    room: 'embeds',
    name: 'a website that is not listed shows the film',
    find: "if (isAlone || (host !== '' && !isListed(host, domains))) {",
    replace: 'if (isAlone) {',
  },
  {
    room: 'reports',
    name: 'a customer who sees a second twice counts as two',
    find: 'select second::int, count(distinct e.viewer)::int as first',
    replace: 'select second::int, count(e.viewer)::int as first',
  },
  {
    room: 'reports',
    name: 'a report goes by mail to someone who may no longer see it',
    find: "if (!reader?.may('view_reports')) return { state: 'refused', reason: 'no_right' }",
    replace: "if (!reader) return { state: 'refused', reason: 'no_right' }",
  },
  {
    room: 'reports',
    name: 'a letter is written although it was written before',
    find: ".where('state', '=', 'waiting')\n    .forUpdate()",
    replace: '.forUpdate()',
  },
  {
    room: 'reports',
    name: 'a manager of a location sees the whole business',
    find: 'if (scope.locationIds !== null) all.push(sql`e.location_id = any(${ints(scope.locationIds)})`)',
    replace: ';',
  },
  {
    room: 'reports',
    name: 'the first moment of a day belongs to the day before',
    find: 'sql`e.at >= ${start}::timestamptz`',
    replace: 'sql`e.at > ${start}::timestamptz`',
  },
  {
    room: 'integrations',
    name: 'a launch opens with the nonce of another log-in',
    find: "if (hashToken(claims.nonce) !== nonceHash) throw new LaunchRefused('nonce', 'another nonce')",
    replace: ';',
  },
  {
    room: 'integrations',
    name: 'a platform launches as a user of another business',
    find: "    .where('businessentity_id', '=', businessId)\n    .where(sql<string>`lower(email)`",
    replace: '    .where(sql<string>`lower(email)`',
  },
  {
    room: 'integrations',
    name: 'a launch logs in another browser than the one that began',
    find: 'hashToken(browser) === begunBy',
    replace: 'begunBy.length > 0',
  },
  {
    room: 'embeds',
    name: 'the addresses of new views are cleared too',
    find: 'make_interval(months => ${keptMonths}::int)',
    replace: 'make_interval(days => ${keptMonths}::int)',
  },
  {
    room: 'signage',
    name: 'a stranger reaches the upload of another user',
    find: 'return isOf(await uploaderOf(request), upload) ? upload : notFound()',
    replace: 'return (await uploaderOf(request)) ? upload : notFound()',
  },
  {
    room: 'signage',
    name: 'half an upload becomes an item',
    find: 'return bytes.length === size ? bytes : undefined',
    replace: 'return bytes.length <= size! ? bytes : undefined',
  },
  {
    room: 'signage',
    name: 'a picture goes although a menu shows it',
    find: "(i.file_name = n.name or i.kind = 'menu' and strpos(i.content, n.name) > 0)",
    replace: '(i.file_name = n.name)',
  },
  {
    room: 'customvideos',
    name: 'the form says how long the player of another website is',
    find: "given && customVideoSource(videoUrl)?.kind === 'link' ? given",
    replace: 'given ? given',
  },
  {
    room: 'signage',
    name: 'a revoked screen still plays',
    find: "if (!screen) throw new HttpRefusal(401, 'screen_not_paired')",
    replace: "if (token === undefined) throw new HttpRefusal(401, 'screen_not_paired')",
  },
  {
    room: 'signage',
    name: 'a person may type one wrong code more',
    find: '>= mostWrongCodes',
    replace: '> mostWrongCodes',
  },
  {
    room: 'signage',
    name: 'a dark screen is mailed about with every look',
    find: '.set({ dark_since: screen.last_seen_at, told_at: now })',
    replace: '.set({ told_at: now })',
  },
  {
    room: 'signage',
    name: 'a play that is told again counts twice in the reports',
    find: "!added.has(play.id) || play.outcome === 'skipped'",
    replace: "play.outcome === 'skipped'",
  },
  {
    room: 'signage',
    name: 'the later of two people who move items overwrites the order of the first',
    find: "if (revision !== undefined && revision !== loop.revision) fail('loop_changed_meanwhile')",
    replace: ';',
  },
  {
    room: 'signage',
    name: 'a video that was cut is taken',
    find: "if (video === 'incomplete') fail('loop_video_incomplete')",
    replace: "if (video === 'incomplete') fail('message_invalid_video_format')",
  },
  {
    room: 'signage',
    name: 'a menu that is not on the wall is shown',
    find: "if (row.kind === 'menu' && !row.is_displayed) return undefined",
    replace: ';',
  },
  {
    room: 'signage',
    name: 'a file that the loop of a location shows is removed',
    find: 'return names.filter((name) => !used.some(({ file_name }) => file_name === name))',
    replace: 'return [...names]',
  },
  {
    room: 'signage',
    name: 'two screens of one person count one view',
    find: 'screen_id: holder.screen_id,',
    replace: '',
  },
  {
    room: 'signage',
    name: 'a change of an item is not in the version of the plan',
    find: "concat_ws('.', i.item_id, i.xmin)",
    replace: "concat_ws('.', i.item_id, i.loop_id)",
  },
]
