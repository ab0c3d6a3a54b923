import { IconLink, IconMail, IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { storedShareChannel } from '../../../core/preferences.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/form/Tabs.tsx'
import { type Draft, useDraft } from './draft.ts'
import { EmailForm } from '../email/EmailForm.tsx'
import { LinkForm } from '../links/LinkForm.tsx'
import { Sent, type SentTo } from './Sent.tsx'
import { type Channel, type ShareFilm, useChannels } from '../share.ts'
import classes from './Share.module.css'
import { TextForm } from '../text/TextForm.tsx'

const tabs = {
  email: { label: 'share_tab_email', Sign: IconMail, Form: EmailForm },
  sms: { label: 'share_tab_text', Sign: IconMessage, Form: TextForm },
  websitePromotion: { label: 'share_tab_link', Sign: IconLink, Form: LinkForm },
}

/**
 * Shares a film with a customer by e-mail, by text message or as a link, with a preview. Without a film it is the
 * dialog of the frame, in which the films are selected. `only` limits it to one channel.
 */
export default function ShareDialog({
  film,
  only,
  onClose,
}: {
  film: ShareFilm | null
  only?: Channel
  onClose: () => void
}) {
  const t = useTexts()
  const channels = useChannels().filter((channel) => only === undefined || channel === only)
  const last = storedShareChannel.get()
  const about = useDraft(film, last !== null && channels.includes(last) ? last : (channels[0] ?? 'email'))
  const { draft, change, startAnew, startNextFilm } = about
  const [sent, setSent] = useState<(SentTo & { draft: Draft }) | null>(null)
  const channel = channels.includes(draft.channel) ? draft.channel : channels[0]
  const title = t(only === 'email' ? 'share_email_films' : 'share_with_customer')
  const onSent = (to: SentTo) => {
    if (channel) storedShareChannel.set(channel)
    setSent({ ...to, draft })
    startAnew()
  }

  return (
    <Dialog title={title} size="lg" flush onClose={onClose}>
      {sent ? (
        <Sent
          sent={sent}
          onAnother={() => setSent(null)}
          onNextFilm={(customer) => {
            startNextFilm(customer)
            setSent(null)
          }}
          onUndone={() => {
            change(sent.draft)
            setSent(null)
          }}
          onClose={onClose}
        />
      ) : (
        <Tabs
          value={channel ?? null}
          onChange={(next) => change({ channel: next as Channel, channelChosen: true })}
          className={classes.root}
        >
          {channels.length > 1 ? (
            <TabList className={classes.tabs} aria-label={t('share_how')}>
              {channels.map((one) => {
                const { label, Sign } = tabs[one]
                return (
                  <Tab
                    className={classes.tab}
                    key={one}
                    value={one}
                    leftSection={<Sign size={18} stroke={1.75} aria-hidden />}
                  >
                    {t(label)}
                  </Tab>
                )
              })}
            </TabList>
          ) : (
            <div className={classes.noTabs} />
          )}
          {channels.map((one) => {
            const { Form } = tabs[one]
            return (
              <TabPanel className={classes.panel} key={one} value={one} tabIndex={-1}>
                <Form about={about} onSent={onSent} onClose={onClose} />
              </TabPanel>
            )
          })}
        </Tabs>
      )}
    </Dialog>
  )
}
