import { useTexts } from '../../core/i18n/i18n.ts'
import { usePlanName } from './usePlanName.ts'

/** Returns the name of a plan with how often it is paid: Workshop, monthly. The page loads the texts of signup. */
export function usePeriodName(): (plan: { name: string; recurring_frequency: 'monthly' | 'annually' }) => string {
  const t = useTexts()
  const planName = usePlanName()
  return ({ name, recurring_frequency: frequency }) =>
    t(frequency === 'monthly' ? 'plan_name_monthly' : 'plan_name_yearly', { plan: planName(name) })
}
