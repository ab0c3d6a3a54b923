import { routes } from '@cutaway/contract/routes.ts'
import type { LtiProblem } from '@cutaway/contract/rooms/integrations/lti.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, decodeProtectedHeader } from 'jose'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { HttpRefusal } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import { allowStyles, hashSource, widenPolicy } from '../../../core/http/policy.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { canPlay, ownFilms, withOwnFilms } from '../../catalogue/library/own-films.ts'
import { isShownFor } from '../../catalogue/tiles.ts'
import { apart, sendPage } from '../../player/page/send.ts'
import { newToken } from '../../sessions/create-session.ts'
import { insertToken } from '../../sessions/third-party/third-party.queries.ts'
import { tokenPrefix } from '../../sessions/third-party/tokens.ts'
import { browserLanguage, type PageSource } from '../../sites/page.ts'
import { acceptForms, fieldsOf } from './forms.ts'
import { fetchKeys, openSigningKey, wantsKeys } from './keys.ts'
import { type Launch, LaunchRefused, verifyLaunch } from './launch.ts'
import * as queries from './lti.queries.ts'
import { ownFilmPath, registerOwnFilms } from './own-film.ts'
import { choicePage, noticePage, returnPage, searchScript, styleOf, submitScript } from './page.ts'
import { logIn, personOf } from './people.ts'

/**
 * The routes of learning platforms (LTI 1.3): a log-in begins, a launch comes back signed, and opens a film, an account
 * or the choice of films for a course. A browser sends no cookie in a frame, so a film there opens by a token of
 * /thirdPartyLogin.
 */

/** Seconds for a log-in, for opening its film, and for choosing films. */
const loginSeconds = 600
const openSeconds = 120
const choiceSeconds = 3600

const claim = 'https://purl.imsglobal.org/spec/lti/claim'
const deepLinkingClaim = 'https://purl.imsglobal.org/spec/lti-dl/claim'

export function registerLti(
  app: FastifyInstance,
  services: Services,
  pages: Pick<PageSource, 'scripts'> | undefined,
): void {
  const { config, clock, library, database, sites, log } = services
  const cookieName = config.secure ? '__Host-cutaway_lti' : 'cutaway_lti'

  const siteOf = (request: FastifyRequest) => sites.byHost(request.host)
  const inSite = <T>(site: Site, work: (db: Db) => Promise<T>) => database.inTenant(site.web_site_id, work)
  const originOf = (request: FastifyRequest, site: Site) =>
    linkOrigin(`${request.protocol}://${request.host}`, site.hosts, config)
  const served = (request: FastifyRequest, site: Site) => {
    const { key } = request.params as { key: string }
    return /^[\w-]{20}$/.test(key) ? inSite(site, (db) => queries.findServed(db, site, key)) : undefined
  }
  const languageFor = (request: FastifyRequest, site: Site, locale?: string) =>
    languageOf(site, locale) ?? browserLanguage(request, site) ?? languageById(site, site.default_lang_id)

  /** Any website may frame a notice: it holds nothing of anybody. */
  const notice = (request: FastifyRequest, reply: FastifyReply, code: number, key: string) => {
    const site = siteOf(request)
    framed(reply.code(code), site, '*')
    return sendPage(request, reply, noticePage({ site, language: languageFor(request, site) }, key))
  }

  addRoute(app, routes.ltiKeys, async (request, reply) => {
    const platform = await served(request, siteOf(request))
    if (!platform) throw new HttpRefusal(404, 'not_found')
    return reply.header('cache-control', 'public, max-age=300').send({ keys: [platform.signing_key_public] })
  })

  const logInAtPlatform = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = siteOf(request)
    const platform = await served(request, site)
    const given = fieldsOf(request)
    const hint = given.get('login_hint') ?? ''
    const isOurs =
      platform &&
      given.get('iss') === platform.issuer &&
      (given.get('client_id') ?? platform.client_id) === platform.client_id
    if (platform && !isOurs) await note(site, platform.platform_id, 'login_unknown')
    if (!platform || !isOurs || hint === '') return notice(request, apart(reply), 400, 'lti_not_opened')
    const [state, nonce] = [newToken(), newToken()]
    // The browser is recognised at the launch, where it allows cookies in frames.
    const known = request.cookies[cookieName]
    const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken()
    await inSite(site, (db) =>
      queries.insertLogin(db, site, {
        state_hash: hashToken(state),
        platform_id: platform.platform_id,
        nonce_hash: hashToken(nonce),
        browser_hash: hashToken(browser),
        expires_at: secondsAfter(clock.now(), loginSeconds),
      }),
    )
    reply.setCookie(cookieName, browser, {
      path: '/',
      httpOnly: true,
      maxAge: loginSeconds,
      // The platform's page posts the launch from another site.
      ...(config.secure ? { secure: true, sameSite: 'none', partitioned: true } : {}),
    })
    const to = new URL(platform.auth_url)
    const asked = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.client_id,
      redirect_uri: `${originOf(request, site)}/lti/${platform.address_key}/launch`,
      login_hint: hint,
      state,
      nonce,
    }
    for (const [name, value] of Object.entries(asked)) to.searchParams.set(name, value)
    const messageHint = given.get('lti_message_hint')
    if (messageHint !== null) to.searchParams.set('lti_message_hint', messageHint)
    return apart(reply).redirect(to.href, 302)
  }

  const note = (site: Site, id: number, problem: LtiProblem | null) =>
    inSite(site, (db) => queries.noteLaunch(db, site, id, clock.now(), problem))

  /** Returns the platform's keys, fetched again if the token names one that is not known. No transaction waits for it. */
  async function keysFor(site: Site, platform: queries.PlatformRow, idToken: string) {
    const now = clock.now()
    if (wantsKeys(platform, kidOf(idToken), now)) {
      const fetched = await fetchKeys(config, platform.jwks_url).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        log.info({ web_site_id: site.web_site_id, platform_id: platform.platform_id, reason }, 'keys not read')
        return null
      })
      await inSite(site, (db) => queries.storeKeys(db, site, platform.platform_id, fetched, now))
      if (fetched) return fetched
    }
    if (!platform.platform_keys) throw new LaunchRefused('keys_not_read', platform.jwks_url)
    return platform.platform_keys
  }

  const launched = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = siteOf(request)
    apart(reply)
    const platform = await served(request, site)
    if (!platform) return notice(request, reply, 400, 'lti_not_opened')
    const given = fieldsOf(request)
    const now = clock.now()
    const { platform_id } = platform
    // The state is used up by the first try, whatever comes of it.
    const login = await inSite(site, (db) =>
      queries.useLogin(db, site, platform_id, hashToken(given.get('state') ?? ''), now),
    )
    let launch: Launch
    let begunBy: string
    try {
      if (!login) throw new LaunchRefused('login_unknown', given.get('error') ?? 'unknown state')
      begunBy = login.browser_hash
      const idToken = given.get('id_token') ?? ''
      const keys = await keysFor(site, platform, idToken)
      launch = await verifyLaunch(idToken, { platform, keys, nonceHash: login.nonce_hash, now })
    } catch (error) {
      if (!(error instanceof LaunchRefused)) throw error
      const { problem, message } = error
      log.info({ web_site_id: site.web_site_id, platform_id, problem, reason: message }, 'a launch was refused')
      await note(site, platform_id, problem)
      return notice(request, reply, 403, 'lti_not_opened')
    }
    await note(site, platform_id, null)
    if (launch.deepLinking) return beginChoice(request, reply, site, platform, launch)
    const film = launch.partId === undefined ? undefined : await filmNamed(site, platform, launch.partId)
    if (launch.partId !== undefined && !film) return notice(request, reply, 410, 'lti_film_gone')
    if (film?.of.own) {
      const origin = frameOf(platform, launch.returnUrl)
      const language = languageOf(site, launch.locale)?.language_code
      return reply.redirect(ownFilmPath(services, site, platform, { partId: film.partId, origin, language }), 303)
    }
    const browser = request.cookies[cookieName]
    // In a frame, and where the browser is not the one that began, nobody is logged in.
    const mayLogIn =
      request.headers['sec-fetch-dest'] !== 'iframe' && browser !== undefined && hashToken(browser) === begunBy
    const userId = mayLogIn ? await inSite(site, (db) => personOf(db, site, platform, launch, now)) : undefined
    if (userId !== undefined) {
      await logIn(request, reply, services, site, userId)
      return reply.redirect(film ? `/animation/${encodeURIComponent(film.partId)}` : '/home', 303)
    }
    if (!film) return notice(request, reply, 200, 'lti_no_film')
    return openFilm(reply, site, platform, launch, film)
  }

  /** Returns a film of the library, or a video of the platform's business; undefined if it cannot be played. */
  async function filmNamed(site: Site, { businessentity_id }: queries.PlatformRow, partId: string) {
    const film = (await inSite(site, (db) => withOwnFilms(db, site, library, [partId], businessentity_id))).film(partId)
    return film && canPlay(film) ? film : undefined
  }

  /** Opens a film for somebody without an account: the page of /thirdPartyLogin, which may show films only. */
  async function openFilm(reply: FastifyReply, site: Site, platform: queries.PlatformRow, launch: Launch, film: Film) {
    const now = clock.now()
    const token = tokenPrefix + newToken()
    const language = languageOf(site, launch.locale)
    await inSite(site, (db) =>
      insertToken(db, site, {
        token_hash: hashToken(token),
        user_id: platform.user_id,
        businessentity_id: platform.businessentity_id,
        api_key_id: null,
        lti_platform_id: platform.platform_id,
        origin: frameOf(platform, launch.returnUrl),
        options: {
          part_id: film.partId,
          is_interactive: film.kind === 'interactive',
          show_menu: false,
          show_left_sidebar: false,
          ...(language ? { language_code: language.language_code } : {}),
        },
        created_at: now,
        expires_at: secondsAfter(now, openSeconds),
      }),
    )
    return reply.redirect(`/thirdPartyLogin?${new URLSearchParams({ api_name: 'animation_page', token })}`, 303)
  }

  async function beginChoice(
    request: FastifyRequest,
    reply: FastifyReply,
    site: Site,
    { platform_id }: queries.PlatformRow,
    { deploymentId: deployment_id, deepLinking, locale }: Launch,
  ) {
    const { returnUrl: return_url, several, data = null } = deepLinking!
    const token = newToken()
    await inSite(site, (db) =>
      queries.insertChoice(db, site, {
        token_hash: hashToken(token),
        platform_id,
        deployment_id,
        return_url,
        data,
        several,
        language_id: languageFor(request, site, locale).language_id,
        expires_at: secondsAfter(clock.now(), choiceSeconds),
      }),
    )
    return reply.redirect(`/lti/choice/${token}`, 303)
  }

  const open = async (request: FastifyRequest, site: Site) => {
    const { token } = request.params as { token: string }
    const found = await inSite(site, (db) => queries.findChoice(db, site, hashToken(token), clock.now()))
    // A platform that was switched off or deleted meanwhile gets nothing.
    const platform = found && (await inSite(site, (db) => queries.findServed(db, site, found.address_key)))
    return found && platform ? { choice: found, platform } : undefined
  }
  /** Returns what a teacher may choose: the films of the library, and the videos of the business. */
  const filmsOf = async (site: Site, { businessentity_id }: queries.PlatformRow) => {
    const kind = site.brands.find(({ brand_id }) => brand_id === site.brand_id)?.vehicle_kind ?? 'car'
    return [
      ...library.films.filter((film) => film.kind === 'narrated' && isShownFor(film, kind, site.driverside)),
      ...(await inSite(site, (db) => ownFilms(db, site, library, businessentity_id))),
    ]
  }

  addRoute(app, routes.ltiChoice, async (request, reply) => {
    const site = siteOf(request)
    const opened = await open(request, site)
    if (!opened) return notice(request, apart(reply), 410, 'lti_choice_over')
    const { choice, platform } = opened
    framed(apart(reply), site, new URL(choice.return_url).origin)
    widenPolicy(reply, { 'script-src': [hashSource(searchScript)] })
    const page = { site, language: languageById(site, choice.language_id) }
    return sendPage(request, reply, choicePage(page, await filmsOf(site, platform), choice))
  })

  const chosen = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = siteOf(request)
    apart(reply)
    const opened = await open(request, site)
    if (!opened) return notice(request, reply, 410, 'lti_choice_over')
    const { choice, platform } = opened
    const ids = fieldsOf(request).getAll('part_id')
    const films = (await filmsOf(site, platform)).filter(({ partId }) => ids.includes(partId))
    const signing = await openSigningKey(config, platform)
    if (!signing) throw new Error('the signing key of a platform cannot be opened with this LINK_SECRET')
    const now = clock.now()
    if (!(await inSite(site, (db) => queries.useChoice(db, site, choice.token_hash, now))))
      return notice(request, reply, 410, 'lti_choice_over')
    const language = languageById(site, choice.language_id)
    const launchUrl = `${originOf(request, site)}/lti/${platform.address_key}/launch`
    const seconds = Math.floor(now.getTime() / 1000)
    const jwt = await new SignJWT({
      iss: platform.client_id,
      aud: platform.issuer,
      iat: seconds,
      exp: seconds + loginSeconds,
      nonce: newToken(),
      [`${claim}/message_type`]: 'LtiDeepLinkingResponse',
      [`${claim}/version`]: '1.3.0',
      [`${claim}/deployment_id`]: choice.deployment_id,
      [`${deepLinkingClaim}/content_items`]: (choice.several ? films : films.slice(0, 1)).map((film) => ({
        type: 'ltiResourceLink',
        title: textFor(film.of.texts, language.language_code).name,
        url: `${launchUrl}?${new URLSearchParams({ part_id: film.partId })}`,
        custom: { part_id: film.partId },
      })),
      ...(choice.data === null ? {} : { [`${deepLinkingClaim}/data`]: choice.data }),
    })
      .setProtectedHeader(signing.header)
      .sign(signing.key)
    const { origin } = new URL(choice.return_url)
    framed(reply, site, origin)
    widenPolicy(reply, { 'script-src': [hashSource(submitScript)], 'form-action': [origin] })
    return sendPage(request, reply, returnPage({ site, language }, choice.return_url, jwt))
  }

  registerOwnFilms(app, services, pages)
  addRoute(app, routes.ltiLogin, logInAtPlatform)
  void app.register((scope, _options, done) => {
    acceptForms(scope)
    addRoute(scope, routes.ltiLoginPosted, logInAtPlatform)
    addRoute(scope, routes.ltiLaunch, launched)
    addRoute(scope, routes.ltiChosen, chosen)
    done()
  })
}

/** Registers the job that deletes log-ins and choices that have ended. Call before the jobs start. */
export function registerLtiJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('lti.deleteEnded', 3600, () => queries.deleteEnded(database.system, clock.now()))
}

const kidOf = (idToken: string): string => {
  try {
    return decodeProtectedHeader(idToken).kid ?? ''
  } catch {
    return ''
  }
}

/** Returns the origin of the platform's page around the frame: what the signed launch says, else that of its log-in. */
function frameOf({ auth_url }: queries.PlatformRow, returnUrl: string | undefined): string {
  const url = URL.parse(returnUrl ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.origin : new URL(auth_url).origin
}

/** Lets pages of an origin frame a page that the server draws. */
function framed(reply: FastifyReply, site: Site, origin: string): void {
  reply.removeHeader('x-frame-options')
  allowStyles(reply, styleOf(site))
  widenPolicy(reply, { 'frame-ancestors': [origin] })
}

const languageOf = (site: Site, locale: string | undefined) =>
  locale === undefined ? undefined : browserLanguage({ headers: { 'accept-language': locale.replace('_', '-') } }, site)

const languageById = (site: Site, id: number) =>
  site.languages.find(({ language_id }) => language_id === id) ?? site.languages[0]!
