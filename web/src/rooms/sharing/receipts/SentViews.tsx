import { useNavigate } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'

/** Switches between the conversations with customers and the list of all sends. */
export function SentViews({ value }: { value: 'conversations' | 'sends' }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      fill="phone"
      label={t('sent_views')}
      value={value}
      onChange={(next) => void navigate(next === 'sends' ? paths.shared : paths.conversations)}
      segments={[
        { value: 'conversations', label: t('sent_conversations') },
        { value: 'sends', label: t('sent_all') },
      ]}
    />
  )
}
