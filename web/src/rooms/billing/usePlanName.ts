import { isolated } from '../../core/i18n/format.ts'
import { useLanguage } from '../../core/i18n/i18n.ts'

const asItIs = (plan: string) => plan

/** Returns the name of a plan for a sentence: a Latin name keeps its order in right-to-left text. */
export function usePlanName(): (plan: string) => string {
  const { direction } = useLanguage()
  return direction === 'rtl' ? isolated : asItIs
}
