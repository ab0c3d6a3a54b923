import { getTextHistory, type TextCounts } from '@cutaway/contract/rooms/sites/texts.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { MarkedText } from './MarkedText.tsx'
import classes from './Translations.module.css'

/** Lists who changed a text, and when, the latest first. */
export default function TextHistory({
  webSiteId,
  language: { language_id, language_code, direction },
  messageKey,
  onClose,
}: {
  webSiteId: number
  language: TextCounts
  messageKey: string
  onClose: () => void
}) {
  const t = useTexts()
  const format = useFormat()
  const query = useQuery({
    queryKey: ['site-text-history', webSiteId, language_id, messageKey],
    queryFn: ({ signal }) =>
      call(getTextHistory, { body: { web_site_id: webSiteId, language_id, message_key: messageKey }, signal }),
    gcTime: 0,
  })
  return (
    <Drawer title={t('text_history_of', { key: messageKey })} onClose={onClose}>
      <QueryState query={query} failed={t('text_history_not_loaded')} waiting={<SkeletonText lines={6} />}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState
              heading="h3"
              icon={IconHistory}
              title={t('text_history_none')}
              text={t('text_history_none_text')}
            />
          ) : (
            <ol className={classes.history}>
              {versions.map(({ at, by, after, is_import }) => (
                <li key={at}>
                  <p className={classes.who}>
                    <bdi>
                      {is_import ? t('text_by_import', { name: by || t('text_operator') }) : by || t('text_operator')}
                    </bdi>
                    <time dateTime={at}>{format.dateTime(at)}</time>
                  </p>
                  {after === null ? (
                    <p className={classes.soft}>{t('text_restored_shipped')}</p>
                  ) : (
                    <p className={classes.version}>
                      <MarkedText text={after} lang={language_code} dir={direction} />
                    </p>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </Drawer>
  )
}
