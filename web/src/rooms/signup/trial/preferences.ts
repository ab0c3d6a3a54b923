import { stored } from '../../../core/preferences.ts'

export type TrialKind = 'mobile' | 'email'

/** How the visitor last asked for the code of a trial. */
export const trialKind = stored<TrialKind>('free_trial_type', (text) =>
  text === 'mobile' || text === 'email' ? text : null,
)
