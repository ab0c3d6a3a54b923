import type * as contract from '@cutaway/contract/rooms/sites/sites.ts'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { publicSite } from '../../core/tenancy.ts'
import { countries, countryByCode, unknownCountry } from './countries.ts'
import { shownLegalText, type LegalKind } from './legal.ts'

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

  getTermsAndCondition: (call) => legal('terms', call.params.lang, call),
  getPrivacyPolicy: (call) => legal('privacy', call.params.lang, call),
  getAboutText: (call) => legal('about', call.params.lang, call),

  getAllVehicleBrand: ({ site }) => site.brands,
  getBusinessTypes: () => businessTypes,
  getManageaccountLanaguages: ({ site }) => site.languages,
}

function byAddress({ ip, services }: Pick<AnyCall, 'ip' | 'services'>) {
  const found = { country_code: services.countryOf(ip) ?? unknownCountry }
  return answer(found, { beside: found })
}

const titles = { terms: 'terms_and_conditions', privacy: 'privacy_policy', about: 'about_us' } as const

async function legal(kind: LegalKind, lang: string, { services, site, db }: Pick<AnyCall, 'services' | 'site' | 'db'>) {
  const language = services.sites.language(lang) ?? notFound()
  return {
    title: services.texts.text(site, language.language_code, titles[kind]),
    html: await shownLegalText(db, site, kind, language),
  }
}
