import type { contract } from '@cutaway/contract'
import { answer, type Call, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import { publicSite, type Site } from '../../core/tenancy.ts'
import { countries, countryByCode, unknownCountry } from './countries.ts'
import { contact } from './contact.ts'
import { feedback } from './feedback.ts'
import { guide } from './guide.ts'
import { legalText } from './legal.ts'
import { logFromBrowser } from './browser-log.ts'
import { translations } from './translations.ts'

const businessTypes = ['dealership', 'independent_workshop', 'tyre_shop', 'body_shop', 'fleet', 'school'].map(
  (name, i) => ({ id: i + 1, name }),
)

export const sites: Handlers<typeof contract.sites> = {
  ...translations,
  ...contact,
  ...feedback,
  ...guide,
  vvconsolelog: logFromBrowser,

  getThemeDetails: ({ site }) => ({ theme: site.theme }),
  getSiteBrands: ({ params, siteOf }) => siteOf(params.id).brands,
  getBrandDetails: ({ params, site }) => site.brands.find((b) => b.brand_id === params.brand_id) ?? notFound(),
  getExternalFontStyle: ({ params, siteOf }) => ({
    fallback: 'Arial',
    fonts: siteOf(params.web_site_id).languages.flatMap((l) =>
      l.font ? [{ language_id: l.language_id, font: l.font }] : [],
    ),
  }),

  getWebSiteDetails: ({ site }) => publicSite(site),
  getWebSiteDetailsForDomainName: ({ site }) => publicSite(site),
  getWebSiteById: ({ params, siteOf }) => publicSite(siteOf(params.id)),
  getAllWebsites: ({ caller, site, services }) =>
    (caller.level <= 2 ? services.sites.all() : [site]).map(({ web_site_id, name }) => ({ web_site_id, name })),
  getDomainName: ({ params, siteOf, origin }) => ({
    domainName: siteOf(params.web_site_id).hosts[0] ?? new URL(origin).hostname,
  }),
  getWebsiteUrl: ({ origin }) => ({ url: origin }),

  getCountry: () => [...countries],
  getAllCountry: () => [...countries],
  getDefaultCountry: ({ params, siteOf }) =>
    countryByCode(siteOf(params.web_site_id).country_code_iso) ?? countryByCode(unknownCountry)!,
  getCountryCodeByIP: byAddress,
  getCountryCodeByIPForEmailAnAnimation: byAddress,

  getTermsAndCondition: ({ params, services, siteOf }) => legal('terms', params, services, siteOf),
  getPrivacyPolicy: ({ params, services, siteOf }) => legal('privacy', params, services, siteOf),
  getAboutText: ({ params, services, site, siteOf }) =>
    legal('about', { ...params, web_site: site.web_site_id }, services, siteOf),

  getAllVehicleBrand: ({ site }) => site.brands,
  getBusinessTypes: () => businessTypes,
  getManageaccountLanaguages: ({ site }) => site.languages,
}

function byAddress({ ip, services }: Pick<Call<typeof contract.sites.getCountryCodeByIP>, 'ip' | 'services'>) {
  const found = { country_code: services.countryOf(ip) ?? unknownCountry }
  return answer(found, { beside: found })
}

const titles = { terms: 'terms_and_conditions', privacy: 'privacy_policy', about: 'about_us' } as const

function legal(
  kind: 'terms' | 'privacy' | 'about',
  params: { web_site: number; lang: string },
  services: Services,
  siteOf: (id: number) => Site,
) {
  const language = services.sites.language(params.lang) ?? notFound()
  const site = siteOf(params.web_site)
  return {
    title: services.texts.text(language.language_code, titles[kind]),
    html: legalText(kind, language.language_code, site),
  }
}
