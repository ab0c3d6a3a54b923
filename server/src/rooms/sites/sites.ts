import type * as contract from '@cutaway/contract/rooms/sites/sites.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import { publicSite, type Site } from '../../core/tenancy.ts'
import { countries, countryByCode, unknownCountry } from './countries.ts'
import { legalText } from './legal.ts'

const businessTypes = ['dealership', 'independent_workshop', 'tyre_shop', 'body_shop', 'fleet', 'school'].map(
  (name, i) => ({ id: i + 1, name }),
)

export const sites: Handlers<typeof contract> = {
  getThemeDetails: ({ site }) => ({ theme: site.theme }),
  getSiteBrands: ({ site }) => site.brands,
  getBrandDetails: ({ params, site }) => site.brands.find((b) => b.brand_id === params.brand_id) ?? notFound(),
  getExternalFontStyle: ({ site }) => ({
    fallback: 'Arial',
    fonts: site.languages.flatMap((l) => (l.font ? [{ language_id: l.language_id, font: l.font }] : [])),
  }),

  getWebSiteDetails: ({ site }) => publicSite(site),
  getWebSiteDetailsForDomainName: ({ site }) => publicSite(site),
  getWebSiteById: ({ site }) => publicSite(site),
  getAllWebsites: ({ caller, services }) =>
    services.sites
      .all()
      .filter((site) => caller.reachesSite(site.web_site_id))
      .map(({ web_site_id, name }) => ({
        web_site_id,
        name,
      })),
  getDomainName: ({ site, origin }) => ({
    domainName: site.hosts[0] ?? new URL(origin).hostname,
  }),
  getWebsiteUrl: ({ origin }) => ({ url: origin }),

  getCountry: () => [...countries],
  getAllCountry: () => [...countries],
  getDefaultCountry: ({ site }) => countryByCode(site.country_code_iso) ?? countryByCode(unknownCountry)!,
  getCountryCodeByIP: byAddress,
  getCountryCodeByIPForEmailAnAnimation: byAddress,

  getTermsAndCondition: ({ params, services, site }) => legal('terms', params.lang, services, site),
  getPrivacyPolicy: ({ params, services, site }) => legal('privacy', params.lang, services, site),
  getAboutText: ({ params, services, site }) => legal('about', params.lang, services, site),

  getAllVehicleBrand: ({ site }) => site.brands,
  getBusinessTypes: () => businessTypes,
  getManageaccountLanaguages: ({ site }) => site.languages,
}

function byAddress({ ip, services }: Pick<AnyCall, 'ip' | 'services'>) {
  const found = { country_code: services.countryOf(ip) ?? unknownCountry }
  return answer(found, { beside: found })
}

const titles = { terms: 'terms_and_conditions', privacy: 'privacy_policy', about: 'about_us' } as const

function legal(kind: 'terms' | 'privacy' | 'about', lang: string, services: Services, site: Site) {
  const language = services.sites.language(lang) ?? notFound()
  return {
    title: services.texts.text(language.language_code, titles[kind]),
    html: legalText(kind, language.language_code, site),
  }
}
