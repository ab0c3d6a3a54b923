import { deleteText, type SavedText } from '@cutaway/contract/rooms/branding/texts.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { currentLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { SavedTextDialog } from './SavedTextDialog.tsx'
import classes from './SavedTexts.module.css'
import { savedTextsKey, useSavedTexts, wordsIn } from './useSavedTexts.ts'

/** Lists the saved texts of the user and of the business; the user changes the own ones. */
export function SavedTextsCard() {
  const t = useTexts()
  const client = useQueryClient()
  const query = useSavedTexts()
  const [edited, setEdited] = useState<SavedText | 'new' | null>(null)
  const [deleted, setDeleted] = useState<SavedText | null>(null)
  const changed = () => client.invalidateQueries({ queryKey: savedTextsKey })
  return (
    <Card title={t('saved_texts')}>
      <QueryState
        query={query}
        failed={t('saved_texts_not_loaded')}
        waiting={<SkeletonText lines={3} />}
        empty={<EmptyState title={t('saved_texts_none')} text={t('saved_texts_empty')} />}
      >
        {(texts) => (
          <ul className={classes.list}>
            {texts.map((text) => (
              <li key={text.id} className={classes.row}>
                <span className={classes.words}>
                  <span className={classes.title} dir="auto">
                    {text.title}
                  </span>
                  <span className={classes.excerpt} dir="auto">
                    {wordsIn(text, currentLanguage().language_id)}
                  </span>
                </span>
                {text.is_mine ? (
                  <>
                    <ActionIcon aria-label={`${t('saved_text_edit')}: ${text.title}`} onClick={() => setEdited(text)}>
                      <IconPencil size={17} stroke={1.75} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`${t('saved_text_delete')}: ${text.title}`}
                      onClick={() => setDeleted(text)}
                    >
                      <IconTrash size={17} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <Button
        className={classes.add}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        {t('saved_text_add')}
      </Button>
      {edited ? (
        <SavedTextDialog
          text={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => void changed()}
        />
      ) : null}
      {deleted ? (
        <ConfirmDialog
          title={t('saved_text_delete_title', { title: deleted.title })}
          text={t('saved_text_delete_text')}
          verb={t('saved_text_delete')}
          onConfirm={async () => {
            toast(await send(deleteText, { params: { id: deleted.id } }))
            await changed()
          }}
          onClose={() => setDeleted(null)}
        />
      ) : null}
    </Card>
  )
}
