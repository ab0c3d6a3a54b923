import { anyone, linkHolder, may, thirdParty, type Method, type Who } from './endpoint.ts'

/**
 * The routes beside the calls: pages, files, and webhooks. The server registers them from here, and a test compares
 * this list and the calls with the routes that it serves.
 */
export interface Route {
  /** PATCH is of the protocol of uploads only. */
  method: Method | 'PATCH'
  /** In the router's syntax: `:name` is a parameter, `*` the rest. */
  path: `/${string}`
  who: Who
  /** One sentence for the API description. */
  summary: string
  /** The parameter of the path or query that authorises the request: a token, or a signature. */
  proof?: string
  /** At most `max` requests per minute from one IP address. */
  limit?: { max: number }
  /** Served only if the built pages exist, or only in the demo. */
  only?: 'pages' | 'demo'
}

const route = (declared: Route): Route => {
  if (declared.who.kind === 'linkHolder' && !declared.path.includes(`:${declared.who.field}`))
    throw new Error(`route ${declared.path}: unknown parameter ${declared.who.field}`)
  return declared
}

export const routes = {
  // ── operation ────────────────────────────────────────────────────────────────────────────────────────────────────
  alive: route({ method: 'GET', path: '/healthz', who: anyone, summary: 'Liveness: the process runs.' }),
  ready: route({ method: 'GET', path: '/readyz', who: anyone, summary: 'Readiness: the database is up.' }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    who: anyone,
    summary: 'Prometheus metrics, for requests from this machine only.',
  }),
  whichSite: route({
    method: 'GET',
    path: '/which-site',
    who: anyone,
    summary: 'Proves to the portal itself, by a hash of its question, which web site a host leads to.',
  }),
  openApi: route({ method: 'GET', path: '/api/v1/openapi.json', who: anyone, summary: 'The calls as OpenAPI 3.1.' }),
  apiPage: route({ method: 'GET', path: '/api/v1', who: anyone, summary: 'The calls as a page.' }),

  // ── pages and their texts ────────────────────────────────────────────────────────────────────────────────────────
  page: route({
    method: 'GET',
    path: '/*',
    who: anyone,
    summary: 'The HTML of every page of the portal.',
    only: 'pages',
  }),
  wallWorker: route({
    method: 'GET',
    path: '/wall-worker.js',
    who: anyone,
    summary: 'The service worker of paired screens.',
    only: 'pages',
  }),
  assets: route({ method: 'GET', path: '/assets/*', who: anyone, summary: 'Scripts and styles.', only: 'pages' }),
  texts: route({
    method: 'GET',
    path: '/language-translations/locale-:lang(^[^./]+).json',
    who: anyone,
    summary: 'The texts of a language.',
  }),
  roomTexts: route({
    method: 'GET',
    path: '/language-translations/:lang/:room(^[a-z]+).json',
    who: anyone,
    summary: 'The texts of a language that one room shows.',
  }),
  languageTags: route({
    method: 'GET',
    path: '/language-translations/language-tags/locale-lt-:lang(^[^./]+).json',
    who: anyone,
    summary: 'The names of languages, roles and systems in a language.',
  }),
  guideFile: route({
    method: 'GET',
    path: '/guides/:version/:file',
    who: anyone,
    summary: 'Films and pictures of the user guide. They show the demo and no data.',
  }),

  // ── films and pictures ───────────────────────────────────────────────────────────────────────────────────────────
  film: route({
    method: 'GET',
    path: '/films/:folder/:version/:file',
    who: may('allow_view_animations'),
    summary:
      'Media files of a part. Posters, captions and the films that the site shows to visitors are open to anyone.',
  }),
  pageFilm: route({
    method: 'GET',
    path: '/viewAnimation/film/:pass/:folder/:version/:file',
    who: thirdParty,
    proof: 'pass',
    summary: 'Media files of a part for a page that another page frames. The pass belongs to the page and to the part.',
    limit: { max: 1200 },
  }),
  vehiclePicture: route({
    method: 'GET',
    path: '/vehicles/:vehicle/:version/:file',
    who: anyone,
    summary: 'Pictures of the 360° view.',
  }),
  videoFile: route({
    method: 'GET',
    path: '/uploads/:folder/:file',
    who: may('allow_view_animations'),
    summary:
      'Files of a video that a business uploaded, for users of the business. Pictures and captions are open to anyone who knows the random name.',
  }),
  videoUploadNew: route({
    method: 'POST',
    path: '/video_uploads',
    who: may('manage_custom_videos'),
    summary: 'Begins the upload of a video in parts, by the tus protocol. Refuses at once what there is no room for.',
    limit: { max: 60 },
  }),
  videoUploadState: route({
    method: 'GET',
    path: '/video_uploads/:upload',
    who: may('manage_custom_videos'),
    summary: 'How much of an upload has arrived. The tus protocol asks with HEAD.',
  }),
  videoUploadPart: route({
    method: 'PATCH',
    path: '/video_uploads/:upload',
    who: may('manage_custom_videos'),
    summary: 'One part of an upload, at most 64 MB.',
  }),
  videoUploadCancel: route({
    method: 'DELETE',
    path: '/video_uploads/:upload',
    who: may('manage_custom_videos'),
    summary: 'Cancels an upload.',
  }),
  loopUploadNew: route({
    method: 'POST',
    path: '/loop_uploads',
    who: may('manage_looped_animations'),
    summary: 'Begins the upload of an image or a video of a loop in parts, by the tus protocol: at most 64 MB.',
    limit: { max: 60 },
  }),
  loopUploadState: route({
    method: 'GET',
    path: '/loop_uploads/:upload',
    who: may('manage_looped_animations'),
    summary: 'How much of an upload has arrived. The tus protocol asks with HEAD.',
  }),
  loopUploadPart: route({
    method: 'PATCH',
    path: '/loop_uploads/:upload',
    who: may('manage_looped_animations'),
    summary: 'One part of an upload.',
  }),
  loopUploadCancel: route({
    method: 'DELETE',
    path: '/loop_uploads/:upload',
    who: may('manage_looped_animations'),
    summary: 'Cancels an upload.',
  }),
  sample: route({
    method: 'GET',
    path: '/samples/:file',
    who: anyone,
    summary: 'Media that substitute for customer uploads in the demo.',
  }),
  filmPicture: route({
    method: 'GET',
    path: '/film-pictures/:file',
    who: anyone,
    summary: 'The poster of a film as JPEG, for mails and link previews.',
  }),
  siteLogo: route({
    method: 'GET',
    path: '/site-logos/:name',
    who: anyone,
    summary: 'The logo of a web site. Its name is a hash of its content, and every host serves every logo.',
  }),
  picture: route({
    method: 'GET',
    path: '/pictures/:name',
    who: anyone,
    proof: 'name',
    summary: 'A logo or banner of a mail, by its random name.',
  }),

  loopMedia: route({
    method: 'GET',
    path: '/loop-media/:name',
    who: anyone,
    proof: 'name',
    summary: 'An image or a video of a waiting room’s loop, by its random name, with ranges.',
  }),

  // ── what customers open ──────────────────────────────────────────────────────────────────────────────────────────
  shortLink: route({
    method: 'GET',
    path: '/l/:token',
    who: anyone,
    summary:
      'Redirects to the landing page of a link, by its 12-letter code or its token; an unknown one redirects to a page that says so.',
    limit: { max: 240 },
  }),
  linkPage: route({
    method: 'GET',
    path: '/animation_link/:token',
    who: linkHolder('token', { ended: true }),
    proof: 'token',
    summary: 'The landing page of a link, rendered by the server.',
    limit: { max: 240 },
  }),
  linkFilm: route({
    method: 'GET',
    path: '/animation_link/:token/film/:part_id/:file',
    who: linkHolder('token'),
    proof: 'token',
    summary: 'A film of a valid link; 404 otherwise.',
    limit: { max: 600 },
  }),
  oembed: route({
    method: 'GET',
    path: '/oembed',
    who: anyone,
    proof: 'url',
    summary: 'The preview of a valid link that a chat shows, and the frame of an embed (oembed.com).',
    limit: { max: 120 },
  }),
  embedPage: route({
    method: 'GET',
    path: '/e/:token',
    who: anyone,
    proof: 'token',
    summary: 'The page of an embed, for a frame in a page of its websites; elsewhere a page that says so.',
    limit: { max: 600 },
  }),
  embedFilm: route({
    method: 'GET',
    path: '/e/:token/film/:part_id/:file',
    who: anyone,
    proof: 'token',
    summary: 'A film of an embed, for its page alone; 404 otherwise.',
    limit: { max: 1200 },
  }),
  embedPreview: route({
    method: 'GET',
    path: '/embed_preview',
    who: may('allow_embed'),
    summary: 'The page of an embed as it would be, in a frame of the portal.',
    limit: { max: 600 },
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/unsubscribe_email',
    who: anyone,
    proof: 'sig',
    summary: 'Unsubscribes an address by the signed List-Unsubscribe header of its mail (RFC 8058).',
    limit: { max: 60 },
  }),

  // ── learning platforms (LTI 1.3) ─────────────────────────────────────────────────────────────────────────────────
  ltiKeys: route({
    method: 'GET',
    path: '/lti/:key/jwks',
    who: anyone,
    summary: 'The public key that verifies what a learning platform is sent (JWKS).',
    limit: { max: 240 },
  }),
  ltiLogin: route({
    method: 'GET',
    path: '/lti/:key/login',
    who: anyone,
    proof: 'key',
    summary: 'Where a learning platform begins a log-in: redirects to the platform with a state and a nonce.',
    limit: { max: 240 },
  }),
  ltiLoginPosted: route({
    method: 'POST',
    path: '/lti/:key/login',
    who: anyone,
    proof: 'key',
    summary: 'The same for platforms that begin by a form.',
    limit: { max: 240 },
  }),
  ltiLaunch: route({
    method: 'POST',
    path: '/lti/:key/launch',
    who: thirdParty,
    proof: 'id_token',
    summary:
      'Launches a film, or the choice of films for a course. The signature, the state and the nonce are verified.',
    limit: { max: 240 },
  }),
  ltiChoice: route({
    method: 'GET',
    path: '/lti/choice/:token',
    who: anyone,
    proof: 'token',
    summary: 'The page on which a teacher chooses films for a course.',
    limit: { max: 120 },
  }),
  ltiChosen: route({
    method: 'POST',
    path: '/lti/choice/:token',
    who: anyone,
    proof: 'token',
    summary: 'Returns the chosen films to the learning platform, signed, once.',
    limit: { max: 120 },
  }),
  ltiFilmPage: route({
    method: 'GET',
    path: '/lti/:key/film',
    who: anyone,
    proof: 'pass',
    summary: 'The page of a business’s own video in a course, for a frame of its learning platform.',
    limit: { max: 600 },
  }),
  ltiFilm: route({
    method: 'GET',
    path: '/lti/:key/film/:file',
    who: anyone,
    proof: 'pass',
    summary: 'A business’s own video in a course, for its page alone; 404 otherwise.',
    limit: { max: 1200 },
  }),

  // ── the card frame ───────────────────────────────────────────────────────────────────────────────────────────────
  cardFrame: route({
    method: 'GET',
    path: '/pay/card/:token',
    who: anyone,
    proof: 'token',
    summary:
      'The frame into which a person types a card: the provider’s own fields, in a page with a policy of its own.',
    limit: { max: 60 },
  }),
  cardReturn: route({
    method: 'GET',
    path: '/pay/card/returned',
    who: anyone,
    summary: 'Where the bank’s page leads back to. It only tells the card frame that the bank has finished.',
    limit: { max: 120 },
  }),
  cardReturnPosted: route({
    method: 'POST',
    path: '/pay/card/returned',
    who: anyone,
    summary: 'The same for banks that lead back by a form, whose content is not read.',
    limit: { max: 120 },
  }),

  // ── payments ─────────────────────────────────────────────────────────────────────────────────────────────────────
  payPage: route({
    method: 'GET',
    path: '/pay/:token',
    who: anyone,
    proof: 'token',
    summary: 'Makes an order at the provider, which moves no money, and redirects to its page.',
    limit: { max: 30 },
  }),
  payReturn: route({
    method: 'GET',
    path: '/pay/:token/return',
    who: anyone,
    proof: 'token',
    summary: 'Orders a look at the provider, and redirects to the page that shows the result.',
    limit: { max: 30 },
  }),
  walletReturn: route({
    method: 'GET',
    path: '/pay/wallet/:token',
    who: anyone,
    proof: 'token',
    summary:
      'Stores the wallet that a customer approved in the place of the former one, and redirects to the billing page.',
    limit: { max: 30 },
  }),
  payCancel: route({
    method: 'GET',
    path: '/pay/:token/cancel',
    who: anyone,
    proof: 'token',
    summary: 'Cancels a payment that waits for the person, and redirects to the page that offers another try.',
    limit: { max: 30 },
  }),

  // ── hooks of other programs ──────────────────────────────────────────────────────────────────────────────────────
  messageStatus: route({
    method: 'POST',
    path: '/hooks/twilio/status',
    who: thirdParty,
    proof: 'X-Twilio-Signature',
    summary: 'Delivery reports of the carrier for a text message. The signature is verified.',
  }),
  messageInbound: route({
    method: 'POST',
    path: '/hooks/twilio/inbound',
    who: thirdParty,
    proof: 'X-Twilio-Signature',
    summary: 'Inbound text messages from customers. The signature is verified.',
  }),
  callInbound: route({
    method: 'POST',
    path: '/hooks/twilio/voice',
    who: thirdParty,
    proof: 'X-Twilio-Signature',
    summary:
      'Calls to the numbers of businesses, answered with what is spoken and where they ring. The signature is verified.',
  }),
  mailInbound: route({
    method: 'POST',
    path: '/hooks/mail/inbound',
    who: thirdParty,
    proof: 'signature in the form',
    summary: 'Inbound mail: replies of customers, posted by the mail provider. The signature is verified.',
  }),
  cybersourceHook: route({
    method: 'POST',
    path: '/hooks/payments/cybersource',
    who: thirdParty,
    proof: 'v-c-signature',
    summary: 'Events of CyberSource. The signature is verified; an event only orders a look.',
    limit: { max: 120 },
  }),
  paypalHook: route({
    method: 'POST',
    path: '/hooks/payments/paypal',
    who: thirdParty,
    proof: 'paypal-transmission-sig',
    summary: 'Events of PayPal. The signature is verified; an event only orders a look.',
    limit: { max: 120 },
  }),
  analyticsScript: route({
    method: 'GET',
    path: '/analytics/stand-in.js',
    who: anyone,
    summary: 'Stand-in for the script of the analytics service.',
    only: 'demo',
  }),
  analyticsCollect: route({
    method: 'POST',
    path: '/analytics/collect',
    who: anyone,
    summary: 'Stand-in for the analytics service; stores nothing.',
    only: 'demo',
  }),
} as const satisfies Record<string, Route>
