import { getBusinessBrand, setBusinessBrand } from '@cutaway/contract/rooms/branding/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { call, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../core/session.ts'
import { Switch } from '../../ui/form/Choice.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useAction } from './useAction.ts'

const queryKey = ['business-brand']

/** Lets a manager use the own logo and banners for all users of the business without their own. */
export function BusinessBrand() {
  const t = useTexts()
  const { user } = useSignedIn()
  const may = useMay('manage_users')
  const act = useAction(queryKey)
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(getBusinessBrand, { signal }), enabled: may })
  if (!may || !data) return null
  const isMine = data.user?.user_id === user.user_id
  return (
    <Card>
      <Switch
        label={t('business_brand')}
        description={data.user && !isMine ? t('business_brand_of', { name: data.user.name }) : undefined}
        checked={isMine}
        onChange={(event) => void act(send(setBusinessBrand, { body: { is_used: event.currentTarget.checked } }))}
      />
    </Card>
  )
}
