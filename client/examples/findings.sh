curl --silent --show-error "$CUTAWAY_URL/api/v1/findings" \
  --header "Authorization: Bearer $CUTAWAY_KEY" \
  --header "Content-Type: application/json" \
  --data '{
    "findings": [
      { "reference": "1", "rating": "red", "part": "front brake pads" },
      { "reference": "2", "codes": ["P0016"] }
    ]
  }'
