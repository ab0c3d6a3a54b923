import {
  putWebSiteBackInService,
  takeWebSiteOutOfService,
  type WebSiteState,
} from '@cutaway/contract/rooms/sites/operator.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

export interface ServicedSite {
  web_site_id: number
  name: string
  people: number
  state: WebSiteState
  is_needed: 0 | 1
}

/** Returns the two acts, each with Undo: the other one. */
export function useService() {
  const change = useChange('web-sites')
  const take = (body: { web_site_id: number }) => send(takeWebSiteOutOfService, { body })
  const putBack = (body: { web_site_id: number }) => send(putWebSiteBackInService, { body })
  return {
    take: ({ web_site_id: id, name }: ServicedSite) =>
      change(take({ web_site_id: id }), { detail: name, undo: () => putBack({ web_site_id: id }) }),
    putBack: ({ web_site_id: id, name }: ServicedSite) => change(putBack({ web_site_id: id }), { detail: name }),
  }
}

/** Asks before a web site goes out of service: the name is typed, and the number of people is said. */
export function TakeOutDialog({
  site,
  onConfirm,
  onClose,
}: {
  site: ServicedSite
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <ConfirmDialog
      title={t('site_take_out_title', { name: site.name })}
      text={t('site_take_out_text', { count: site.people })}
      verb={t('site_take_out')}
      typed={site.name}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** The button that takes a web site out of service, or puts it back. */
export function ServiceSwitch({ site, onDone }: { site: ServicedSite; onDone: (state: WebSiteState) => void }) {
  const t = useTexts()
  const { take, putBack } = useService()
  const [asks, setAsks] = useState(false)
  const done = async (work: Promise<boolean>, state: WebSiteState) => {
    if (await work) onDone(state)
  }
  if (site.is_needed === 1) return null
  return site.state === 'out_of_service' ? (
    <Button
      leftSection={<IconPlayerPlay className="flip" size={16} stroke={1.75} aria-hidden />}
      onClick={() => void done(putBack(site), 'live')}
    >
      {t('site_put_back')}
    </Button>
  ) : (
    <>
      <Button
        variant="danger-subtle"
        leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {t('site_take_out')}
      </Button>
      {asks ? (
        <TakeOutDialog
          site={site}
          onConfirm={() => done(take(site), 'out_of_service')}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}
