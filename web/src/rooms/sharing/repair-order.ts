import type { Translate } from '../../core/i18n/texts.ts'

/** Returns a repair order with its label: '48213' -> 'RO 48213'. One that starts with letters has its own. */
export const repairOrder = (t: Translate, number: string): string =>
  /^\d/.test(number) ? t('ro_short', { number }) : number
