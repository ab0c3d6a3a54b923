import { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useSite } from '../../../core/session.ts'
import AskDialog from '../../sites/contact/AskDialog.tsx'
import SchoolDialog from './SchoolDialog.tsx'

/** The sign-up of /eduhome: the form of a school where the web site opens such accounts, else a request to its staff. */
export default function EducationEntry({ onClose }: { onClose: () => void }) {
  const { web_site_id } = useSite()
  const { data, error } = useQuery({
    queryKey: ['sign-up flow', web_site_id],
    queryFn: ({ signal }) => call(getSignupFlow, { params: { web_site_id }, signal }),
    staleTime: 60_000,
  })
  if (data?.education && data.flow === 'cybersource')
    return <SchoolDialog kind="education" country={data.country_code} onClose={onClose} />
  return data || error ? <AskDialog interest="education" allowed onClose={onClose} /> : null
}
