import { checkWebSiteUserFeedBack, saveFeedback } from '@cutaway/contract/rooms/sites/feedback.ts'
import { IconMessageCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Textarea } from '../../ui/form/Field.tsx'
import { Stars } from './Stars.tsx'

/** Presets two stars, so that a user without an opinion does not send praise by pressing one button. */
const preset = 2
const most = 5

/** Sends stars and a comment, once per user and site. The user stays on the same page. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  const queries = useQueryClient()
  const [rating, setRating] = useState(preset)
  const [words, setWords] = useState('')
  const queryKey = ['feedback-given', user.user_id]
  const given = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(checkWebSiteUserFeedBack, { params: { user_id: user.user_id }, signal }),
  })
  const save = useMutation({
    mutationFn: () => call(saveFeedback, { body: { rating, feedback: words, page_url: here } }),
    onSuccess: ({ redirect }) => {
      queries.setQueryData(queryKey, { given: true })
      toast('feedback_saved')
      onClose()
      if (redirect && redirect !== here) void navigate(redirect)
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.key === 'feedback_already_given')
        queries.setQueryData(queryKey, { given: true })
      else toast(error)
    },
  })

  if (given.data?.given)
    return (
      <Dialog
        title={t('feedback')}
        size="sm"
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <EmptyState
          icon={IconMessageCheck}
          title={t('feedback_already_given')}
          text={t('feedback_already_given_text')}
        />
      </Dialog>
    )
  return (
    <Dialog
      title={t('feedback_title')}
      size="md"
      onClose={onClose}
      footer={
        <>
          <FooterNote>{t('feedback_note')}</FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={save.isPending} disabled={given.isPending} onClick={() => save.mutate()}>
            {t('feedback_send')}
          </Button>
        </>
      }
    >
      <Stars label={t('feedback_rating')} value={rating} most={most} onChange={setRating} />
      <Textarea
        label={t('feedback_text')}
        rows={5}
        maxLength={4000}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Dialog>
  )
}
