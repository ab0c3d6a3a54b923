curl --silent --show-error "$CUTAWAY_URL/api/v1/orderLinks" \
  --header "Authorization: Bearer $CUTAWAY_KEY" \
  --header "Content-Type: application/json" \
  --data '{
    "request_key": "order-48213-1",
    "ro_number": "48213",
    "lang_id": "en-US",
    "films": [
      { "part_id": "BRKPAD", "finding": "Front brake pads", "measured": "2 mm", "rating": "red", "price": 38000 },
      { "part_id": "TYRWER", "rating": "yellow", "price": 61900 }
    ]
  }'
