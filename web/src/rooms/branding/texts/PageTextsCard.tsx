import { getPageTexts } from '@cutaway/contract/rooms/branding/page-texts.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { currentLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTextsDialog } from './PageTextsDialog.tsx'
import classes from './PageTexts.module.css'
import { pageTextFields } from './page-texts.ts'

const queryKey = ['page-texts']

/** Shows what the business writes on the page that its customers open; managers change it. */
export function PageTextsCard() {
  const t = useTexts()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getPageTexts, { signal }) })
  const { language_id: languageId } = currentLanguage()
  return (
    <Card title={t('page_texts')}>
      <p className={classes.hint}>{t('page_texts_text')}</p>
      <QueryState query={query} failed={t('page_texts_not_loaded')} waiting={<SkeletonText lines={4} />}>
        {({ words, usual, is_mine }) => {
          const [own, other] = [words, usual].map((all) => all.find((one) => one.language_id === languageId))
          return (
            <>
              <dl className={classes.list}>
                {pageTextFields.map(({ name, label }) => (
                  <div key={name}>
                    <dt>{t(label)}</dt>
                    <dd dir="auto" data-usual={!own?.[name] || undefined}>
                      {own?.[name] || other?.[name] || '–'}
                    </dd>
                  </div>
                ))}
              </dl>
              {is_mine ? (
                <Button leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
                  {t('page_texts_edit')}
                </Button>
              ) : (
                <p className={classes.hint}>{t('page_texts_of_managers')}</p>
              )}
              {open ? (
                <PageTextsDialog
                  texts={{ words, usual }}
                  onClose={() => setOpen(false)}
                  onSaved={(saved) => client.setQueryData(queryKey, saved)}
                />
              ) : null}
            </>
          )
        }}
      </QueryState>
    </Card>
  )
}
