/** The languages in which the product has texts, and the groups of vehicles of its library. A new database gets them. */

export const shippedLanguages = [
  { language_id: 50, language_code: 'en-US', name: 'English', direction: 'ltr', font: null },
  { language_id: 49, language_code: 'en-AU', name: 'English (Australia)', direction: 'ltr', font: null },
  { language_id: 98, language_code: 'es-ES', name: 'Español', direction: 'ltr', font: null },
  { language_id: 94, language_code: 'fr-FR', name: 'Français', direction: 'ltr', font: null },
  { language_id: 71, language_code: 'he-IL', name: 'עברית', direction: 'rtl', font: null },
  { language_id: 65, language_code: 'zh-CN', name: '中文', direction: 'ltr', font: 'Noto Sans SC' },
  { language_id: 26, language_code: 'th-TH', name: 'ไทย', direction: 'ltr', font: 'Noto Sans Thai' },
] as const

export const shippedBrands = [
  { brand_id: 1, name: 'All cars', vehicle_kind: 'car' },
  { brand_id: 2, name: 'All motorcycles', vehicle_kind: 'motorcycle' },
  { brand_id: 3, name: 'Vans and light trucks', vehicle_kind: 'car' },
] as const
