import { useSite } from '../../../core/session.ts'
import { useCovidCode } from './covid-code.ts'
import { signUpLinks } from './sign-up-links.ts'

/** Returns the sign-up links of the web site that this visitor sees: who came with stimulus2020 sees no trial. */
export function useSignUpLinks(): ReturnType<typeof signUpLinks> {
  const links = signUpLinks(useSite())
  return useCovidCode() === undefined ? links : { ...links, trial: null }
}
